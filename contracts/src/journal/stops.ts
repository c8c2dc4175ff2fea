import { LADDER_RULES } from '../signals/rules';
import { SLOT_MS, parseSlotId } from '../core/slots';
import { formatIsoDay, type Zone } from '../core/time';
import type { EndedSignal } from './results';

export interface StopDay {
  readonly day: string;
  readonly at: number;
  readonly after: readonly string[];
}

const getLossTime = (id: string): number => parseSlotId(id) + SLOT_MS * (LADDER_RULES.levels + 1);

/**
 * Days with at least `lostLadders` lost signals, newest first. Signals count towards the day of
 * their slot.
 * @param enteredIds slots that the member entered
 */
export function findStopDays(
  signals: readonly EndedSignal[],
  enteredIds: readonly string[],
  { lostLadders, zone }: { readonly lostLadders: number; readonly zone: Zone },
): StopDay[] {
  const lossTimesByDay = new Map<string, number[]>();
  for (const { id, ending } of signals) {
    if (ending?.outcome !== 'loss') continue;
    const day = formatIsoDay(parseSlotId(id), zone);
    lossTimesByDay.set(day, [...(lossTimesByDay.get(day) ?? []), getLossTime(id)]);
  }
  return [...lossTimesByDay]
    .flatMap(([day, times]) => {
      const at = times.sort((a, b) => a - b)[lostLadders - 1];
      if (at === undefined) return [];
      const isAfter = (id: string) => {
        const entryTime = parseSlotId(id) + SLOT_MS;
        return entryTime > at && formatIsoDay(entryTime, zone) === day;
      };
      return [{ day, at, after: enteredIds.filter(isAfter).sort() }];
    })
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}
