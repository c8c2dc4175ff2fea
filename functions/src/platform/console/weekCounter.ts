import { WAT } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

export const getWeek = (at: number): string => formatIsoWeek(at, WAT);

export const weekRef = (firestore: Firestore, week: string) => firestore.doc(`memberWeeks/${week}`);

/** All sign-ups share a document, so each instance limits its writes. */
const WRITE_INTERVAL_MS = 10_000;

export interface WeekCounter {
  /** Also writes for `added: 0`, so that the timing doesn't reveal the count. Never rejects. */
  add(step: 'opened' | 'signedUp', added: 0 | 1): Promise<void>;
}

interface Deps {
  readonly firestore: Firestore;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

/** Counts since an instance's last write are lost when the instance ends. */
export function createWeekCounter({ firestore, clock, onError }: Deps): WeekCounter {
  let pending = { opened: 0, signedUp: 0 };
  let writtenAt = -Infinity;
  return {
    async add(step, added) {
      pending[step] += added;
      const now = clock();
      if (now - writtenAt < WRITE_INTERVAL_MS) return;
      const counts = pending;
      pending = { opened: 0, signedUp: 0 };
      writtenAt = now;
      const increments = {
        opened: FieldValue.increment(counts.opened),
        signedUp: FieldValue.increment(counts.signedUp),
      };
      try {
        await weekRef(firestore, getWeek(now)).set(increments, { merge: true });
      } catch (error) {
        pending.opened += counts.opened;
        pending.signedUp += counts.signedUp;
        onError(error);
      }
    },
  };
}
