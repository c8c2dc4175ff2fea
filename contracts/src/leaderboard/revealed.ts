import { STATED_PAYOUT } from '../signals/payout';
import { slotStart } from '../core/slots';
import type { LedgerEntry } from '../record/ledger/entry';
import { endedIn } from '../signals/ended';
import { type Configuration, newConfiguration } from '../bots/configuration';
import type { PaperSignal } from '../bots/results';

/** How long (ms) a new member's bot plays on paper what the public ledger reveals. */
export const PAPER_DAYS_MS = 30 * 24 * 60 * 60_000;

/** The slots whose signals could not be entered, as entries of the public ledger say. */
export const noGoSlots = (entries: readonly LedgerEntry[]): string[] =>
  entries.flatMap((entry) => (entry.type === 'confirmation' && !entry.go ? entry.slot : []));

/**
 * The signals that entries of the public ledger have revealed, each with its ending; all other entries say nothing.
 * @param before slots of a "no go" from entries that were read before: it comes before the signal is revealed
 */
export function revealedSignals(
  entries: readonly LedgerEntry[],
  before: readonly string[] = [],
): PaperSignal[] {
  const noGo = new Set([...before, ...noGoSlots(entries)]);
  return entries.flatMap((entry) => {
    if (entry.type !== 'settlement') return [];
    const { id, pair, direction, firstEntry, confidence } = entry.signal;
    const { closes, ...ended } = endedIn(entry);
    const ending = { ...ended, closes: closes.map(({ price }) => ({ price })) };
    const signal = { id, pair, direction, firstEntry, confidence, ending };
    return [noGo.has(id) ? { ...signal, entered: false } : signal];
  });
}

/** A new member's thirty days: what is played, from when to when (epoch ms). */
export interface PaperDays {
  readonly configuration: Configuration;
  readonly ends: number;
}

/** The thirty days of a member who joined at `joined` (epoch ms): the middle preset, from their first whole slot on. */
export function paperDaysFrom(joined: number): PaperDays {
  const since = slotStart(joined);
  return { configuration: newConfiguration(since, STATED_PAYOUT), ends: since + PAPER_DAYS_MS };
}
