import { slotId, slotStartOfId } from '@quantalgo/contracts';
import type { SignalDigest, SignalEnding } from '../../../data/signals/useDigests';

export const PERIODS = ['7', '30', '90'] as const;
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const DAY_MS = 24 * 60 * 60_000;

/** Which signals are looked at; null is all. Hours (`00` to `23`) and weekdays are those of WAT. */
export interface Filters {
  /** The last so many days. */
  readonly days: (typeof PERIODS)[number] | null;
  readonly pair: string | null;
  readonly strategy: string | null;
  readonly weekday: (typeof WEEKDAYS)[number] | null;
  readonly hour: string | null;
}

export type SettledDigest = SignalDigest & { readonly ending: SignalEnding };

/** The id that a slot would have if UTC's clock showed what WAT's does: an hour later. */
export function watSlotId(id: string): string {
  const hour = Number(id.slice(9, 11)) + 1;
  if (hour === 24) return slotId(slotStartOfId(id) + DAY_MS / 24);
  return `${id.slice(0, 9)}${String(hour).padStart(2, '0')}${id.slice(11)}`;
}

const weekdayOf = (watId: string): (typeof WEEKDAYS)[number] | undefined => {
  const [year, month, day] = [watId.slice(0, 4), watId.slice(4, 6), watId.slice(6, 8)].map(Number);
  const sundayFirst = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDay();
  return WEEKDAYS[(sundayFirst + 6) % 7];
};

const isOf = (wanted: string | null, is: string | undefined) => wanted === null || wanted === is;

/** The settled signals that the filters leave, in the order given. `now` in epoch ms. */
export function chosenOf(
  digests: readonly SignalDigest[],
  { days, pair, strategy, weekday, hour }: Filters,
  now: number,
): SettledDigest[] {
  const from = days === null ? '' : slotId(now - Number(days) * DAY_MS);
  const isChosen = (digest: SignalDigest): digest is SettledDigest => {
    if (digest.ending === null || digest.id < from) return false;
    if (!isOf(pair, digest.pair) || !isOf(strategy, digest.strategy)) return false;
    if (hour === null && weekday === null) return true;
    const watId = watSlotId(digest.id);
    return isOf(hour, watId.slice(9, 11)) && isOf(weekday, weekdayOf(watId));
  };
  return digests.filter(isChosen);
}
