import { hoursMinutesSeconds } from '@quantalgo/contracts';
import { roundEnd } from '../domain/countdown';
import { readCountdown } from '../platform/countdown/readCountdown';
import type { ApiDeps } from './deps';
import type { HandlersOf } from './handler';

/** The countdown of free access. A round that is over is followed by the next without anything being written. */
export const countdownHandlers = ({ clock, firestore }: ApiDeps): HandlersOf<'countdown'> => ({
  async countdown() {
    const rounds = await readCountdown(firestore);
    const now = clock();
    const endsAt = roundEnd(rounds, now);
    return {
      data: {
        timeFormatted: hoursMinutesSeconds(endsAt - now),
        endsAt: new Date(endsAt).toISOString(),
      },
    };
  },
});
