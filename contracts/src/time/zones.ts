/** The community's zone, West Africa Time (UTC+1, no summer time), as the specification labels its clocks. */
export const COMMUNITY_ZONE = { label: 'WAT', iana: 'Africa/Lagos' } as const;

const clock = (iana: string, seconds: boolean) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: iana,
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  });

const watMinutes = clock(COMMUNITY_ZONE.iana, false);
const watSeconds = clock(COMMUNITY_ZONE.iana, true);
const watDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: COMMUNITY_ZONE.iana,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** Time of day in WAT, `14:05`, without the zone's label. `at` in epoch ms. */
export const watTime = (at: number): string => watMinutes.format(at);

/** Time of day in WAT with seconds, `14:05:09`. `at` in epoch ms. */
export const watClock = (at: number): string => watSeconds.format(at);

/** Calendar day in WAT, `20 Nov 2026`. `at` in epoch ms. */
export const watDate = (at: number): string => watDay.format(at);

const watMonthDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: COMMUNITY_ZONE.iana,
  day: 'numeric',
  month: 'short',
});

/**
 * A time of the recent past in WAT with its zone, `14:05 WAT`, and with its day where that is not the day of `now`,
 * `19 Nov, 14:05 WAT`. Both in epoch ms.
 */
export function watMoment(at: number, now: number): string {
  const time = `${watTime(at)} ${COMMUNITY_ZONE.label}`;
  return watDate(at) === watDate(now) ? time : `${watMonthDay.format(at)}, ${time}`;
}

/** Time of day in UTC, `13:05 UTC`. `at` in epoch ms. */
export const utcTime = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;
