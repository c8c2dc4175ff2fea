/** Offset from UTC in words: `UTC`, `UTC+1`, `UTC+5:30`, `UTC−3`. `minutes` ahead of it. */
function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const time = rest === 0 ? String(hours) : `${hours}:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes > 0 ? '+' : '−'}${time}`;
}

/** The device's own zone at `now`: `Africa/Lagos (UTC+1)`. */
export function deviceZone(now: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const offset = offsetText(-now.getTimezoneOffset());
  return timeZone === offset ? offset : `${timeZone} (${offset})`;
}
