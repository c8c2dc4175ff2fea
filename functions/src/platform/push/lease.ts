import { type DocumentReference, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import type { Clock } from '../core/clock';
import { isStaleWrite } from '../core/documents';
import type { TaskQueue } from '../core/taskQueues';

/** A run without progress for this long (ms) loses its lease, and another run may take over. */
const LEASE_MS = 60_000;

/** Attempts before a push is given up. */
const ATTEMPTS = 10;

interface Leased {
  readonly dueAt: number | null;
  readonly attempts: number;
}

/** The end of a lease that is taken or renewed at `now` (epoch ms). */
export const leaseFrom = (now: number): Timestamp => Timestamp.fromMillis(now + LEASE_MS);

/** True where a document was claimed too often without finishing. */
export const isGivenUp = ({ attempts }: Pick<Leased, 'attempts'>): boolean => attempts >= ATTEMPTS;

/** Writes a run's progress. */
export interface RunLog {
  /** @returns false where another run took over, or the document is gone */
  readonly write: (fields: Readonly<Record<string, unknown>>) => Promise<boolean>;
}

/** A log whose writes succeed only while the document is as it was read, or as this log last wrote it. */
function logFrom({ ref, updateTime }: DocumentSnapshot): RunLog {
  let lastUpdateTime = updateTime;
  return {
    write: async (fields) => {
      if (!lastUpdateTime) return false;
      try {
        const { writeTime } = await ref.update(fields, { lastUpdateTime });
        lastUpdateTime = writeTime;
        return true;
      } catch (error) {
        if (isStaleWrite(error)) return false;
        throw error;
      }
    },
  };
}

/** A queued document that is claimed: as it was before, and the log of the run that has it. */
interface Claimed<T> {
  readonly found: T;
  readonly log: RunLog;
}

/**
 * Claims a queued document for one run, whose log writes no more once another run took over, or a backup was restored.
 * A task claims it again at the end of the lease, if a run that may have died has it.
 * @returns null where another run has it or it is finished
 */
export async function claim<T extends Leased>(
  reference: DocumentReference,
  parse: (document: DocumentSnapshot) => T | null,
  { clock, tasks }: { readonly clock: Clock; readonly tasks: TaskQueue },
): Promise<Claimed<T> | null> {
  const document = await reference.get();
  const found = parse(document);
  const now = clock();
  if (!found || found.dueAt === null) return null;
  if (found.dueAt > now) {
    await tasks.add({ collection: reference.parent.id, id: reference.id }, found.dueAt);
    return null;
  }
  const log = logFrom(document);
  const attempts = found.attempts + 1;
  const isOurs = await log.write({ state: 'sending', attempts, dueAt: leaseFrom(now) });
  return isOurs ? { found, log } : null;
}
