import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { isStaleWrite } from '../core/documents';

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

/** Claims a queued document for one run; null where it isn't due, because another run has it or it is finished. */
export function claim<T extends Leased>(
  firestore: Firestore,
  reference: DocumentReference,
  parse: (document: DocumentSnapshot) => T | null,
  now: number,
): Promise<T | null> {
  return firestore.runTransaction(async (transaction) => {
    const found = parse(await transaction.get(reference));
    if (!found || found.dueAt === null || found.dueAt > now) return null;
    const attempts = found.attempts + 1;
    transaction.update(reference, { state: 'sending', attempts, dueAt: leaseFrom(now) });
    return found;
  });
}

/** True where a document was claimed too often without finishing. */
export const isGivenUp = ({ attempts }: Pick<Leased, 'attempts'>): boolean => attempts >= ATTEMPTS;

/** Writes a run's progress. */
export interface RunLog {
  /** @returns false where another run took over, or the document is gone */
  readonly write: (fields: Readonly<Record<string, unknown>>) => Promise<boolean>;
}

/**
 * Opens a log whose writes succeed only while the document is as this run last read or wrote it: once another run took
 * over, it writes no more.
 */
export async function openLog(reference: DocumentReference): Promise<RunLog> {
  let { updateTime: lastUpdateTime } = await reference.get();
  return {
    write: async (fields) => {
      if (!lastUpdateTime) return false;
      try {
        const { writeTime } = await reference.update(fields, { lastUpdateTime });
        lastUpdateTime = writeTime;
        return true;
      } catch (error) {
        if (isStaleWrite(error)) return false;
        throw error;
      }
    },
  };
}
