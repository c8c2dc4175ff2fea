const SLOTS_PER_DAY = 288;
/** Jobs that read every pair at the start of a slot: the publisher and the settling job. */
const READERS = 2;
/** Readings of every pair in a day besides: to calibrate, and to look for corrections. */
const DAILY_READINGS = 2;

/** Credits that the source's plan gives; each reading of a pair costs one. */
export interface Plan {
  readonly perMinute: number;
  /** Null where the plan counts minutes alone. */
  readonly perDay: number | null;
}

/**
 * What a number of pairs costs at least: read by both jobs, with the chart of one settled signal, in every slot; at
 * midnight by those of the day too.
 */
const neededFor = (pairs: number) => ({
  perMinute: (READERS + DAILY_READINGS) * pairs + 1,
  perDay: (READERS * pairs + 1) * SLOTS_PER_DAY + DAILY_READINGS * pairs,
});

/** Why a plan does not suffice for a number of pairs, in words; null where it does. */
export function quotaFlaw(pairs: number, { perMinute, perDay }: Plan): string | null {
  const needed = neededFor(pairs);
  const say = (need: number, time: string, has: number) =>
    `${pairs} pairs in each of the day’s ${SLOTS_PER_DAY} slots need ${need} credits a ${time}, the plan has ${has}`;
  if (needed.perMinute > perMinute) return say(needed.perMinute, 'minute', perMinute);
  if (perDay !== null && needed.perDay > perDay) return say(needed.perDay, 'day', perDay);
  return null;
}

/** How often one job may read all pairs within a minute, so that both together stay inside the plan. */
export const attemptsPerMinute = (pairs: number, { perMinute }: Plan): number =>
  Math.max(1, Math.floor(perMinute / (READERS * pairs + 1)));
