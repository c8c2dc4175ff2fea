/** About the time (ms) of one deployed hash on one core. */
export const HASH_MS = 250;

/** Longest wait (ms) for a hash to begin: ten deployed ones. */
const MAX_WAIT_MS = 10 * HASH_MS;

/** Calls that one lane takes at a time, the one that is hashing included. */
export const lanePlaces = (hashMs: number): number => 1 + Math.floor(MAX_WAIT_MS / hashMs);

/** Calls of a lane that read or write at once: one that hashes for 250 ms reads and writes for an estimated 650. */
export const MAX_AT_WORK = 5;

const MIN_RETRY_MS = 2000;

const MAX_RETRY_MS = 300_000;

/** Refusals count towards the wait of the next one in their own window (ms) and the one after. */
const SHED_WINDOW_MS = 30_000;

/** Calls refused in a window, by its number, and in the one before. */
export interface Shed {
  readonly window: number;
  readonly current: number;
  readonly before: number;
}

export const NOTHING_SHED: Shed = { window: 0, current: 0, before: 0 };

/** @param now of one more refusal, epoch ms */
export function countShed({ window, current, before }: Shed, now: number): Shed {
  const own = Math.floor(now / SHED_WINDOW_MS);
  if (own === window) return { window, current: current + 1, before };
  return { window: own, current: 1, before: own === window + 1 ? current : 0 };
}

/**
 * When a refused call should come back, in ms: after the time that this instance needs for all that it refused lately,
 * spread out by half so that they don't come back together.
 * @param shed calls refused in this window and the one before
 * @param random 0 to 1
 */
export function retryAfterShedding(shed: number, random: number): number {
  const mean = Math.min(Math.max(shed * HASH_MS, MIN_RETRY_MS), MAX_RETRY_MS);
  return mean * (0.5 + random);
}
