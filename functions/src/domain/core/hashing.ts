import { spreadRetry } from './limits';

/** Measured on a deployed core. */
export const HASH_MS = 250;

const MAX_WAIT_MS = 10 * HASH_MS;

/** Queue capacity of one lane, including the call that is hashing. */
export const getLaneCapacity = (hashMs: number): number => 1 + Math.floor(MAX_WAIT_MS / hashMs);

/** Each call spends about 650 ms on I/O around a hash of 250 ms. */
export const MAX_CALLS_PER_LANE = 5;

const MIN_RETRY_MS = 2000;

const MAX_RETRY_MS = 300_000;

const SHED_WINDOW_MS = 30_000;

export interface ShedCounts {
  readonly window: number;
  readonly current: number;
  readonly before: number;
}

export const NO_SHED_CALLS: ShedCounts = { window: 0, current: 0, before: 0 };

export function countShed({ window, current, before }: ShedCounts, now: number): ShedCounts {
  const currentWindow = Math.floor(now / SHED_WINDOW_MS);
  if (currentWindow === window) return { window, current: current + 1, before };
  return { window: currentWindow, current: 1, before: currentWindow === window + 1 ? current : 0 };
}

/** Time to hash all recently refused calls, with jitter. @param random 0 to 1 */
export function getShedRetryMs(shedCalls: number, random: number): number {
  const mean = Math.min(Math.max(shedCalls * HASH_MS, MIN_RETRY_MS), MAX_RETRY_MS);
  return spreadRetry(mean, random);
}
