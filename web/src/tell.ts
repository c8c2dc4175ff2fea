import { offsetText, WAT, type Zone } from '@quantalgo/contracts';

/** The zone in which a member is told times. */
export const useZone = (): Zone => WAT;

/** The device's own zone at `now`: `Africa/Lagos (UTC+1)`. */
export function deviceZoneText(now: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const offset = offsetText(-now.getTimezoneOffset());
  return timeZone === offset ? offset : `${timeZone} (${offset})`;
}
