import { splitDuration } from '@quantalgo/contracts/core/durations';
import { getRoundEnd, type CountdownRounds } from '../domain/countdown/rounds';
import { readCountdown, resetCountdown } from '../platform/countdown/countdown';
import type { ApiDeps } from './core/deps';
import { enforceLimits, type EndpointHandlers } from './core/request';

function toCountdown(rounds: CountdownRounds, now: number) {
  const endsAt = getRoundEnd(rounds, now);
  return {
    timeFormatted: splitDuration(endsAt - now),
    endsAt: new Date(endsAt).toISOString(),
  };
}

/** Each round starts when the previous one ends, without a write. */
export const createCountdownHandlers = ({
  clock,
  firestore,
  limiter,
}: ApiDeps): EndpointHandlers<'countdown' | 'countdownConfig' | 'resetCountdown'> => ({
  async countdown({ origin }) {
    await enforceLimits(limiter, ['originReads', origin]);
    return { data: toCountdown(await readCountdown(firestore), clock()) };
  },

  async countdownConfig({ origin }) {
    await enforceLimits(limiter, ['originReads', origin]);
    const rounds = await readCountdown(firestore);
    const { endsAt } = toCountdown(rounds, clock());
    return { data: { roundMs: rounds.roundMs, endsAt } };
  },

  async resetCountdown({ body, caller }) {
    const roundMs = body.roundMs ?? (await readCountdown(firestore)).roundMs;
    const now = clock();
    return {
      data: toCountdown(
        await resetCountdown(firestore, { roundMs, by: caller.session.uid, now }),
        now,
      ),
      message: 'A new round has begun',
    };
  },
});
