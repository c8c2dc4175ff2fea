import { DEFAULT_ROUND_MS } from '@quantalgo/contracts/countdown/rounds';

export interface CountdownRounds {
  /** The end of any round, epoch ms. */
  readonly endsAt: number;
  readonly roundMs: number;
}

/** Rounds of 8 hours that end at 00:00, 08:00 and 16:00 UTC. */
export const DEFAULT_ROUNDS: CountdownRounds = { endsAt: 0, roundMs: DEFAULT_ROUND_MS };

/** Epoch ms. The next round begins at that moment. */
export function getRoundEnd({ endsAt, roundMs }: CountdownRounds, now: number): number {
  if (now < endsAt) return endsAt;
  return endsAt + roundMs * (Math.floor((now - endsAt) / roundMs) + 1);
}
