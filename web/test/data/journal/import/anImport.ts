import { STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import type { JournalContent } from '@quantalgo/contracts/journal/write';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Direction, Outcome } from '@quantalgo/contracts/signals/signal';
import type { Choices, ImportContext } from '../../../../src/data/journal/import/choices';
import { guessMapping } from '../../../../src/data/journal/import/columns';
import { findTrades, type TradeTable } from '../../../../src/data/journal/import/findTrades';
import { indexByEntryTime } from '../../../../src/data/journal/import/match';
import { type Plan, planImport } from '../../../../src/data/journal/import/plan';
import { readRows } from '../../../../src/data/journal/import/readRows';
import { readTables } from '../../../../src/data/journal/import/readTables';
import { suggestZone } from '../../../../src/data/journal/import/zoneFits';
import { toSignalDigest, type SignalDigest } from '../../../../src/data/storage/digests';
import { aSignal } from '../../../support/aSignal';

const PRICES: Readonly<Record<string, number>> = { EURUSD: 1.085, GBPUSD: 1.27, XAUUSD: 4100 };

/** A signal first entered at `entry` (`2026-11-20 14:10`, UTC). `levels`: each level's result. */
export function received(
  entry: string,
  pair: Pair,
  direction: Direction,
  levels: readonly ('won' | 'lost')[] = [],
): SignalDigest {
  const slot = Date.parse(`${entry.replace(' ', 'T')}:00Z`) - SLOT_MS;
  const start = PRICES[pair] ?? 1;
  const won = levels.indexOf('won');
  const outcome: Outcome = won >= 0 ? 'profit' : 'loss';
  let price = start;
  const closes = [
    start,
    ...levels.map((level) => {
      price *= (level === 'won') === (direction === 'CALL') ? 1.001 : 0.999;
      return price;
    }),
  ].map((close, at) => ({ at: slot + SLOT_MS * (at + 1), price: close }));
  const judged = {
    closes,
    source: 'simulated' as const,
    fetchedAt: slot + 6 * SLOT_MS,
    settledAt: slot + 6 * SLOT_MS,
  };
  const settlement =
    levels.length === 0
      ? null
      : outcome === 'profit'
        ? { outcome, level: won, ...judged }
        : { outcome: 'loss' as const, level: null, ...judged };
  return toSignalDigest(aSignal(slot, { pair, direction, settlement }));
}

export const buildKnownSignals = (
  signals: readonly SignalDigest[],
  entries: ImportContext['entries'] = new Map(),
): ImportContext => ({
  received: indexByEntryTime(signals),
  entries,
  since: 0,
  payouts: STATED_PAYOUTS,
  memberZones: ['Africa/Lagos'],
});

/** The dialog's initial choices. */
function firstChoices(table: TradeTable, known: ImportContext): Choices {
  const mapping = guessMapping(
    table.header,
    table.rows.map(({ cells }) => cells),
  );
  const reading = { mapping, dayOrder: null, pair: null };
  const { rows } = readRows(table, reading);
  const zone = suggestZone(rows, known.received, known.memberZones);
  return { ...reading, zone, repeats: 'once', importsRemoved: false, picks: {} };
}

export async function readTable(file: string | Uint8Array): Promise<TradeTable> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return findTrades(await readTables(bytes));
}

/** Plans the import of a file, with some choices changed. */
export async function planImportFile(
  file: string | Uint8Array,
  known: ImportContext,
  changes: Partial<Choices> = {},
): Promise<Plan & { readonly choices: Choices }> {
  const table = await readTable(file);
  const choices = { ...firstChoices(table, known), ...changes };
  return { ...planImport(table, choices, known), choices };
}

/** The journal after a plan. */
export function afterPlan(
  plan: Plan,
  before: ImportContext['entries'] = new Map(),
): ImportContext['entries'] {
  const entries = new Map<string, JournalContent>(before);
  for (const { id, change } of plan.writes)
    entries.set(id, { ...EMPTY_FIELDS, conflicts: [], ...entries.get(id), ...change });
  return entries;
}

/** Entries in short: `14:10 EURUSD CALL [0: 200]`. */
export const inShort = ({ entries }: Plan): string[] =>
  entries
    .map(({ id, fields: { pair, direction, trades } }) => {
      const at = new Date(parseSlotId(id) + SLOT_MS).toISOString().slice(11, 16);
      const levels = trades.map(({ level, stake }) => `${level}: ${stake ?? '?'}`).join(', ');
      return `${at} ${pair} ${direction} [${levels}]`;
    })
    .sort();
