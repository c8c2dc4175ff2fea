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
