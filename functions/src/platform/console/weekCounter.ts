import { WAT } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

export const getWeek = (at: number): string => formatIsoWeek(at, WAT);

export const weekRef = (firestore: Firestore, week: string) => firestore.doc(`memberWeeks/${week}`);

/** All sign-ups share a document: each instance writes it at most this often (ms). */
const WRITE_INTERVAL_MS = 10_000;

export interface WeekCounter {
  /**
   * Writes if the last write is long enough ago, even if nothing was added: `added: 0` must take as
   * long as 1. Never throws.
   */
  add(step: 'opened' | 'signedUp', added: 0 | 1): Promise<void>;
}

interface Deps {
  readonly firestore: Firestore;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

/** What an instance has counted since its last write is lost when it ends. */
export function createWeekCounter({ firestore, clock, onError }: Deps): WeekCounter {
  let pending = { opened: 0, signedUp: 0 };
  let writtenAt = -Infinity;
  return {
    async add(step, added) {
      pending[step] += added;
      const now = clock();
      if (now - writtenAt < WRITE_INTERVAL_MS) return;
      const written = pending;
      pending = { opened: 0, signedUp: 0 };
      writtenAt = now;
      const increments = {
        opened: FieldValue.increment(written.opened),
        signedUp: FieldValue.increment(written.signedUp),
      };
      try {
        await weekRef(firestore, getWeek(now)).set(increments, { merge: true });
      } catch (error) {
        pending.opened += written.opened;
        pending.signedUp += written.signedUp;
        onError(error);
      }
    },
  };
}
