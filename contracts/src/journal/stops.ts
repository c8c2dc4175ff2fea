import { LADDER_RULES } from '../signals/rules';
import { SLOT_MS, slotStartOfId } from '../core/slots';
import { dayIn, type Zone } from '../core/time';
import type { EndedSignal } from './results';

/** A day that a member's stop ended. */
export interface StopDay {
  /** `2026-11-20`, in the member's zone. */
  readonly day: string;
  /** When the ladder ended that was lost as one too many (epoch ms). */
  readonly at: number;
  /** Entries with money after that; empty where the stop was kept. */
  readonly after: readonly string[];
}

/** When a lost signal's last level ends (epoch ms). */
const lostAt = (id: string): number => slotStartOfId(id) + SLOT_MS * (LADDER_RULES.levels + 1);

/**
 * The days on which as many received signals were lost as end a day, newest first, and what was entered on each of them
 * afterwards. Signals count to the day of their slot, as at the stop itself.
 * @param taken slots of the signals that were entered with money
 * @param lostLadders how many lost signals end a day
 */
export function stopDays(
  signals: readonly EndedSignal[],
  taken: readonly string[],
  { lostLadders, zone }: { readonly lostLadders: number; readonly zone: Zone },
): StopDay[] {
  const lost = new Map<string, number[]>();
  for (const { id, ending } of signals) {
    if (ending?.outcome !== 'loss') continue;
    const day = dayIn(slotStartOfId(id), zone);
    lost.set(day, [...(lost.get(day) ?? []), lostAt(id)]);
  }
  return [...lost]
    .flatMap(([day, times]) => {
      const at = times.sort((one, other) => one - other)[lostLadders - 1];
      if (at === undefined) return [];
      const isAfter = (id: string) => {
        const entered = slotStartOfId(id) + SLOT_MS;
        return entered > at && dayIn(entered, zone) === day;
      };
      return [{ day, at, after: taken.filter(isAfter).sort() }];
    })
    .sort((one, other) => (one.day < other.day ? 1 : -1));
}
