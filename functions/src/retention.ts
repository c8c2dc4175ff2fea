import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';

const YEAR_MS = 365 * DAY_MS;

/** A session expires when idle for this long, and after {@link MAX_SESSION_MS} at the latest. */
export const SESSION_IDLE_MS = 90 * DAY_MS;

export const MAX_SESSION_MS = YEAR_MS;

const RETENTION_UNITS = [
  { ms: YEAR_MS, singular: 'a year', plural: 'years' },
  { ms: DAY_MS, singular: 'a day', plural: 'days' },
  { ms: HOUR_MS, singular: 'an hour', plural: 'hours' },
] as const;

export function formatRetention(ms: number): string {
  const unit = RETENTION_UNITS.find((candidate) => ms % candidate.ms === 0);
  if (!unit) return `${ms / 60_000} minutes`;
  return ms === unit.ms ? unit.singular : `${ms / unit.ms} ${unit.plural}`;
}
