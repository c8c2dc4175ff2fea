import { DAY_MS, HOUR_MS } from '../core/time';

export interface ClockRule {
  /** Hours ahead of UTC. */
  readonly standardOffset: number;
  /** Start and end of summer time, epoch ms. */
  readonly summer: (year: number) => { readonly from: number; readonly to: number };
}

const SUNDAY = 0;

/**
 * The first Sunday on or after a date, as epoch ms of its midnight in UTC. `month` from 0 to 11.
 */
function findSunday(year: number, month: number, date: number): number {
  const day = Date.UTC(year, month, date);
  const weekday = new Date(day).getUTCDay();
  return day + ((SUNDAY - weekday + 7) % 7) * DAY_MS;
}

/** Last Sundays of March and October, 01:00 UTC (Directive 2000/84/EC). */
export const LONDON: ClockRule = {
  standardOffset: 0,
  summer: (year) => ({
    from: findSunday(year, 2, 25) + HOUR_MS,
    to: findSunday(year, 9, 25) + HOUR_MS,
  }),
};

/** Japan has no summer time. */
export const TOKYO: ClockRule = { standardOffset: 9, summer: () => ({ from: 0, to: 0 }) };

/**
 * Second Sunday of March to first Sunday of November, 02:00 local time (Energy Policy Act of 2005).
 */
export const NEW_YORK: ClockRule = {
  standardOffset: -5,
  summer: (year) => ({
    from: findSunday(year, 2, 8) + 7 * HOUR_MS,
    to: findSunday(year, 10, 1) + 6 * HOUR_MS,
  }),
};

const summers = new Map<ClockRule, Map<number, { readonly from: number; readonly to: number }>>();

function getSummer(rule: ClockRule, year: number) {
  const summersByYear = summers.get(rule) ?? new Map<number, { from: number; to: number }>();
  summers.set(rule, summersByYear);
  const summer = summersByYear.get(year) ?? rule.summer(year);
  summersByYear.set(year, summer);
  return summer;
}

/** Hours ahead of UTC at a time (epoch ms). */
export function getClockOffset(rule: ClockRule, at: number): number {
  const { from, to } = getSummer(rule, new Date(at).getUTCFullYear());
  return rule.standardOffset + (at >= from && at < to ? 1 : 0);
}

/** Local time of day in hours, with fractions. */
export const getLocalHour = (rule: ClockRule, at: number): number =>
  ((at + getClockOffset(rule, at) * HOUR_MS + DAY_MS) % DAY_MS) / HOUR_MS;

/**
 * New York hours around the rollover at 17:00. Odds are fitted without them, because spreads widen
 * then and bid quotes inflate win rates.
 */
export const ROLLOVER_HOURS = { from: 15, to: 19 } as const;

export function isRollover(at: number): boolean {
  const hour = getLocalHour(NEW_YORK, at);
  return hour >= ROLLOVER_HOURS.from && hour < ROLLOVER_HOURS.to;
}
