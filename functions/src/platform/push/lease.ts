import { type DocumentReference, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import type { Clock } from '../core/clock';
import { isStaleWrite } from '../core/documents';
import type { TaskQueue } from '../core/taskQueues';

/** Another run may take over after this long without progress. */
const LEASE_MS = 60_000;

const MAX_ATTEMPTS = 10;

interface LeasedDocument {
  readonly dueAt: number | null;
  readonly attempts: number;
}

export const getLeaseEnd = (now: number): Timestamp => Timestamp.fromMillis(now + LEASE_MS);

export const hasTooManyAttempts = ({ attempts }: Pick<LeasedDocument, 'attempts'>): boolean =>
  attempts >= MAX_ATTEMPTS;

export interface RunLog {
  /** @returns false if another run took over or the document was deleted */
  readonly write: (fields: Readonly<Record<string, unknown>>) => Promise<boolean>;
}

/** Writes only if the document is unchanged since it was read or last written here. */
function createRunLog({ ref, updateTime }: DocumentSnapshot): RunLog {
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

interface Claim<T> {
  readonly document: T;
  readonly log: RunLog;
}

/**
 * Claims a queued document for one run. The run's log stops writing once another run takes over, or
 * a backup is restored. If the document is leased, schedules a task for the lease's end, because
 * its run may have died.
 * @returns null if it is leased or finished
 */
export async function claimLease<T extends LeasedDocument>(
  reference: DocumentReference,
  parse: (document: DocumentSnapshot) => T | null,
  { clock, tasks }: { readonly clock: Clock; readonly tasks: TaskQueue },
): Promise<Claim<T> | null> {
  const document = await reference.get();
  const item = parse(document);
  const now = clock();
  if (!item || item.dueAt === null) return null;
  if (item.dueAt > now) {
    await tasks.add({ collection: reference.parent.id, id: reference.id }, item.dueAt);
    return null;
  }
  const log = createRunLog(document);
  const attempts = item.attempts + 1;
  const isClaimed = await log.write({ state: 'sending', attempts, dueAt: getLeaseEnd(now) });
  return isClaimed ? { document: item, log } : null;
}
