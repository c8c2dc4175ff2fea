const two = (n: number) => String(n).padStart(2, '0');

/** What is left of `ms` as hours, minutes and seconds, each two digits; zero once past. */
export function hoursMinutesSeconds(ms: number): {
  hours: string;
  minutes: string;
  seconds: string;
} {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    hours: two(Math.floor(total / 3600)),
    minutes: two(Math.floor(total / 60) % 60),
    seconds: two(total % 60),
  };
}

/** What is left of `ms` as minutes and seconds, `2:28`; `0:00` once past. */
export function minutesSeconds(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(total / 60)}:${two(total % 60)}`;
}

/** A length of time (ms) in its largest sensible unit, rounded: `12 s`, `7 min`, `3 h`, `2 days`. */
export function roughDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
