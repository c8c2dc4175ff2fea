import { COUNTDOWN_MS } from '@quantalgo/contracts';

/** Answers of a cache are up to a second old: what differs by less than this (ms) is no news. */
const SAME_MS = 1500;

/** The end of the round (epoch ms of the device) after an answer that says how much is left (ms). */
export function endAfterAnswer(end: number | null, left: number, now: number): number {
  const fresh = now + left;
  return end !== null && Math.abs(end - fresh) < SAME_MS ? end : fresh;
}

/** The end of the round that runs at `now`: at zero the next one begins; without any answer it lasts all 8 hours. */
export function endWithoutAnswer(end: number | null, now: number): number {
  if (end === null) return now + COUNTDOWN_MS;
  if (end > now - 1000) return end;
  const rounds = Math.ceil((now - end) / COUNTDOWN_MS);
  return end + rounds * COUNTDOWN_MS;
}

/** What is left (ms) in words that change once a minute: `7 hours 42 minutes`. */
export function timeLeftWords(left: number): string {
  const minutes = Math.max(0, Math.ceil(left / 60_000));
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  if (minutes < 60) return `${unit(minutes, 'minute')} left`;
  const rest = minutes % 60;
  const hours = unit(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? `${hours} left` : `${hours} ${unit(rest, 'minute')} left`;
}
