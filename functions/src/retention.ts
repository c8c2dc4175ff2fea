import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';

const YEAR_MS = 365 * DAY_MS;

/**
 * Expiry times, the registry's texts and the data model derive from it. `sessions` count from their end,
 * `telegramChats` from unlinking, `pictures` while nothing names them.
 */
export const RETENTION_MS = {
  registrations: DAY_MS,
  sessions: DAY_MS,
  // Longer than any client keeps a call in its outbox.
  idempotency: 60 * DAY_MS,
  mail: 30 * DAY_MS,
  candles: 30 * DAY_MS,
  publications: 90 * DAY_MS,
  pictures: DAY_MS,
  uploads: DAY_MS,
  brokerRegistry: 90 * DAY_MS,
  brokerPostbacks: 90 * DAY_MS,
  pushSubscriptions: 60 * DAY_MS,
  pushes: 7 * DAY_MS,
  broadcasts: 7 * DAY_MS,
  pushDelays: 90 * DAY_MS,
  telegramPosts: 7 * DAY_MS,
  telegramChats: 7 * DAY_MS,
  problems: 30 * DAY_MS,
} as const;

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
