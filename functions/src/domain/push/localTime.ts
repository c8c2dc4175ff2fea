const formatters = new Map<string, Intl.DateTimeFormat>();

const madeFor = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

/** True for the IANA name of a time zone. */
export function isZone(zone: string): boolean {
  try {
    madeFor(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Day (`2026-11-20`) and minute of the day in a zone at `at` (epoch ms).
 * @throws RangeError when there is no such zone
 */
export function localTime(zone: string, at: number): { day: string; minute: number } {
  const formatter = formatters.get(zone) ?? madeFor(zone);
  formatters.set(zone, formatter);
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}
