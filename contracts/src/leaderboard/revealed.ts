import { STATED_PAYOUT } from '../signals/payout';
import { slotStart } from '../core/slots';
import type { LedgerEntry } from '../record/ledger/entry';
import { toSignalEndFromLedger } from '../signals/signalEnd';
import { type Configuration, createConfiguration } from '../bots/configuration';
import type { PaperSignal } from '../bots/results';

export const PAPER_DAYS_MS = 30 * 24 * 60 * 60_000;

export const findNoGoSlots = (entries: readonly LedgerEntry[]): string[] =>
  entries.flatMap((entry) => (entry.type === 'confirmation' && !entry.go ? entry.slot : []));

export function toRevealedSignals(
  entries: readonly LedgerEntry[],
  earlierNoGo: readonly string[] = [],
): PaperSignal[] {
  const noGo = new Set([...earlierNoGo, ...findNoGoSlots(entries)]);
  return entries.flatMap((entry) => {
    if (entry.type !== 'settlement') return [];
    const { id, pair, direction, firstEntry, confidence } = entry.signal;
    const { closes, ...ended } = toSignalEndFromLedger(entry);
    const ending = { ...ended, closes: closes.map(({ price }) => ({ price })) };
    const signal = { id, pair, direction, firstEntry, confidence, ending };
    return [noGo.has(id) ? { ...signal, entered: false } : signal];
  });
}

export interface PaperDays {
  readonly configuration: Configuration;
  readonly ends: number;
}

export function createPaperDays(joinedAt: number): PaperDays {
  const since = slotStart(joinedAt);
  return { configuration: createConfiguration(since, STATED_PAYOUT), ends: since + PAPER_DAYS_MS };
}
