import { SLOT_MS, slotId, slotStartOfId } from '../../time/slots';
import type { LedgerEntry } from '../entry';

/** Start (epoch ms) of a slot; null where the id names none, as of a 13th month. */
function startOf(id: string): number | null {
  try {
    return slotStartOfId(id);
  } catch {
    return null;
  }
}

/** The slots that an entry accounts for; null where it accounts for none. */
function rangeOf(entry: LedgerEntry): { readonly from: string; readonly to: string } | null {
  if (entry.type === 'publication' || entry.type === 'miss')
    return { from: entry.slot, to: entry.slot };
  return entry.type === 'closed' ? entry : null;
}

/** Sees to it that every slot is accounted for once, in order: as published, as missed, or within a closed market. */
export class SlotCoverage {
  #last: number | null = null;

  /** Takes the next entry; gives what is wrong with its slots, null where nothing is. */
  take(entry: LedgerEntry): string | null {
    const range = rangeOf(entry);
    if (!range) return null;
    const from = startOf(range.from);
    const to = range.to === range.from ? from : startOf(range.to);
    if (from === null || to === null || to < from)
      return `It is about slots that there are not: ${range.from} to ${range.to}.`;
    if (this.#last !== null && from <= this.#last)
      return `Slot ${range.from} was accounted for before.`;
    if (this.#last !== null && from > this.#last + SLOT_MS)
      return `Slot ${slotId(this.#last + SLOT_MS)} is left out: it was neither published nor missed.`;
    this.#last = to;
    return outOfTime(entry, from, to);
  }
}

/** Wrong where a slot was written down before it began, or published when its first level could already be entered. */
function outOfTime(entry: LedgerEntry, from: number, to: number): string | null {
  const at = Date.parse(entry.at);
  if (at < to) return 'It was written down before the slot that it is about.';
  if (entry.type === 'publication' && at >= from + SLOT_MS)
    return 'It was published too late: its first level could already be entered.';
  return null;
}
