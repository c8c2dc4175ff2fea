import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';

const YEAR_MS = 365 * DAY_MS;

export const MAX_SESSION_MS = YEAR_MS;

const UNITS = [
  { ms: YEAR_MS, one: 'a year', many: 'years' },
  { ms: DAY_MS, one: 'a day', many: 'days' },
  { ms: HOUR_MS, one: 'an hour', many: 'hours' },
] as const;

export function formatRetention(ms: number): string {
  const unit = UNITS.find((candidate) => ms % candidate.ms === 0);
  if (!unit) return `${ms / 60_000} minutes`;
  return ms === unit.ms ? unit.one : `${ms / unit.ms} ${unit.many}`;
}
