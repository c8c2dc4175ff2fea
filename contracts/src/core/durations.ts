import { DAY_MS, HOUR_MS, MINUTE_MS } from './time';

const padTwo = (n: number) => String(n).padStart(2, '0');

export function splitDuration(ms: number): {
  hours: string;
  minutes: string;
  seconds: string;
} {
  const totalSeconds = Math.max(0, Math.ceil(ms / 1000));
  return {
    hours: padTwo(Math.floor(totalSeconds / 3600)),
    minutes: padTwo(Math.floor(totalSeconds / 60) % 60),
    seconds: padTwo(totalSeconds % 60),
  };
}

export function formatHms(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms);
  return `${hours}:${minutes}:${seconds}`;
}

export function formatMinutesSeconds(ms: number): string {
  const totalSeconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(totalSeconds / 60)}:${padTwo(totalSeconds % 60)}`;
}

/** Rounded, in one unit: `12 s`, `7 min`, `3 h`, `2 days`. */
export function formatRoughDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const DURATION_UNITS = [
  { length: DAY_MS, word: 'days' },
  { length: HOUR_MS, word: 'hours' },
] as const;

export function formatDuration(ms: number): string {
  const unit = DURATION_UNITS.find(({ length }) => ms > length && ms % length === 0);
  return unit ? `${ms / unit.length} ${unit.word}` : `${ms / MINUTE_MS} minutes`;
}

/** `2:11` below an hour, `9 h 12 min` below a day, `1 d 9 h` above. */
export function formatWait(ms: number): string {
  if (ms < HOUR_MS) return formatMinutesSeconds(ms);
  const minutes = Math.ceil(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? `${hours} h ${minutes % 60} min`
    : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
