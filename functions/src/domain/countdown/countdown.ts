import { COUNTDOWN_MS } from '@quantalgo/contracts/countdown/endpoints';

/** Consecutive rounds of a countdown, without gaps. */
export interface CountdownRounds {
  /** Epoch ms at which one of the rounds ends. */
  readonly endsAt: number;
  /** Length of every round after it, in ms. */
  readonly roundMs: number;
}

/** The rounds where none are configured: 8 hours each, ending at 00:00, 08:00 and 16:00 UTC. */
export const DEFAULT_ROUNDS: CountdownRounds = { endsAt: 0, roundMs: COUNTDOWN_MS };

/** End (epoch ms) of the round that runs at `now` (epoch ms). At that moment the next one begins. */
export function roundEnd({ endsAt, roundMs }: CountdownRounds, now: number): number {
  if (now < endsAt) return endsAt;
  return endsAt + roundMs * (Math.floor((now - endsAt) / roundMs) + 1);
}
