import { cleanCode } from '@quantalgo/contracts/core/identity';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import {
  EMPTY_FIELDS,
  type JournalFields,
  journalFieldsSchema,
  type JournalTrade,
  type JournalWrite,
  type PartialFields,
} from '@quantalgo/contracts/journal/entry';
import { settleEntry } from '@quantalgo/contracts/journal/settle';
import { getPairPayout } from '@quantalgo/contracts/signals/payout';
import { type JournalContent, buildJournalWrite } from '@quantalgo/contracts/journal/write';
import type { SignalDigest } from '../../storage/digests';
import type { Choices, ImportContext } from './choices';
import type { ImportRow, Readings } from './readRows';

export interface PlannedEntry {
  readonly id: string;
  /** `removed`: the member removed it, and it stays removed. */
  readonly state: 'new' | 'changed' | 'same' | 'removed';
  /** The member removed the same trade. */
  readonly wasRemoved: boolean;
  readonly fields: Pick<JournalFields, 'status' | 'pair' | 'direction' | 'trades'>;
  /**
   * In cents, from the record or the broker's prices; null while unknown. Computed only for
   * displayed entries.
   */
  readonly cents: () => number | null;
  readonly lines: readonly number[];
}

export interface PlacedRow {
  readonly row: ImportRow;
  readonly id: string;
  readonly level: number;
  /** Epoch ms; null if the row has no time. */
  readonly at: number | null;
}

const MAX_PRICE_DEVIATION = 0.2;

export function choosePrice(readings: Readings, signal: SignalDigest | undefined): number | null {
  const [first, second] = readings;
  if (first === undefined) return null;
  if (second === undefined) return first;
  const closes = signal?.ending?.closes.flatMap(({ price }) => price ?? []) ?? [];
  const plausible = readings.filter((reading) =>
    closes.some((close) => Math.abs(reading / close - 1) < MAX_PRICE_DEVIATION),
  );
  return plausible.length === 1 ? (plausible[0] ?? null) : null;
}

const getCommonValue = <T>(values: readonly T[]): T | null => {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
};

/** Adds up the stakes of one level's rows. If their prices differ, the record's price applies. */
function toTrade(
  level: number,
  rows: readonly PlacedRow[],
  signal: SignalDigest | undefined,
): JournalTrade {
  const stakes = rows.map(({ row }) => row.stake);
  const dollars = stakes.reduce<number | null>(
    (sum, stake) => (sum === null || stake === null ? null : sum + stake),
    0,
  );
  const [firstTime] = rows.flatMap(({ at }) => at ?? []).sort((a, b) => a - b);
  return {
    level,
    stake: dollars === null ? null : Math.round(Math.round(dollars * 1e8) / 1e6),
    price: getCommonValue(rows.map(({ row }) => choosePrice(row.price, signal))),
    at: firstTime === undefined ? null : new Date(firstTime).toISOString(),
    close: getCommonValue(rows.map(({ row }) => choosePrice(row.close, signal))),
  };
}

function mergeTrades(
  stored: readonly JournalTrade[],
  imported: readonly JournalTrade[],
): JournalTrade[] {
  const others = stored.filter(({ level }) => !imported.some((trade) => trade.level === level));
  const merged = imported.map((trade) => {
    const previous = stored.find(({ level }) => level === trade.level);
    return {
      level: trade.level,
      stake: trade.stake ?? previous?.stake ?? null,
      price: trade.price ?? previous?.price ?? null,
      at: trade.at ?? previous?.at ?? null,
      close: trade.close ?? previous?.close ?? null,
    };
  });
  return [...others, ...merged].sort((a, b) => a.level - b.level);
}

function toChange(
  { trades, broker, payout, note, tags, pair, direction, status }: JournalFields,
  stored: readonly JournalTrade[],
): PartialFields {
  return {
    ...(status !== null && { status }),
    ...(pair !== null && { pair }),
    ...(direction !== null && { direction }),
    ...(trades.length > 0 && { trades: mergeTrades(stored, trades) }),
    ...(broker !== EMPTY_FIELDS.broker && { broker }),
    ...(payout !== null && { payout }),
    ...(note !== EMPTY_FIELDS.note && { note }),
    ...(tags.length > 0 && { tags }),
  };
}

export function isTraded({ row }: PlacedRow, { mapping }: Choices): boolean {
  if (row.status === 'skipped') return false;
  if (row.signal === null || row.stake !== null || row.level !== null) return true;
  return mapping.level === undefined && (row.time !== null || row.price.length > 0);
}

function toFields(
  rows: readonly PlacedRow[],
  signal: SignalDigest | undefined,
  choices: Choices,
): JournalFields {
  const traded = rows.filter((row) => isTraded(row, choices));
  const levels = [...new Set(traded.map(({ level }) => level))].sort((a, b) => a - b);
  const trades = levels.map((level) =>
    toTrade(
      level,
      traded.filter((row) => row.level === level),
      signal,
    ),
  );
  const findFirst = <T>(pick: (row: ImportRow) => T | null): T | null => {
    for (const { row } of rows) {
      const value = pick(row);
      if (value !== null) return value;
    }
    return null;
  };
  return {
    status: findFirst(({ status }) => status) ?? (trades.length > 0 ? 'taken' : null),
    pair: signal?.pair ?? findFirst(({ pair }) => pair),
    direction: signal?.direction ?? findFirst(({ direction }) => direction),
    trades,
    broker: findFirst(({ broker }) => broker || null) ?? '',
    payout: findFirst(({ payout }) => payout),
    note: findFirst(({ note }) => note || null) ?? '',
    tags: [...(findFirst(({ tags }) => (tags.length > 0 ? tags : null)) ?? [])],
    picture: null,
  };
}

const isOtherBroker = (broker: string, stored: string): boolean =>
  broker !== '' && stored !== '' && cleanCode(broker) !== cleanCode(stored);

const NO_ENTRY: JournalContent = { ...EMPTY_FIELDS, conflicts: [] };

type Outcome = { readonly entry: PlannedEntry; readonly write: JournalWrite | null };

export function planEntry(
  id: string,
  rows: readonly PlacedRow[],
  { choices, context }: { readonly choices: Choices; readonly context: ImportContext },
): Outcome | string {
  const signal = context.received.get(parseSlotId(id) + SLOT_MS);
  const parsed = journalFieldsSchema.safeParse(toFields(rows, signal, choices));
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'it can’t be read';
  const fields = parsed.data;
  const existing = context.entries.get(id) ?? NO_ENTRY;
  const { pair, direction } = fields;
  const isOtherTrade =
    (pair !== null && existing.pair !== null && pair !== existing.pair) ||
    (direction !== null && existing.direction !== null && direction !== existing.direction);
  if (isOtherTrade && existing.status !== 'removed')
    return 'your journal has a different trade for its signal: remove that entry first';
  if (isOtherBroker(fields.broker, existing.broker) && existing.status !== 'removed')
    return `your journal has its signal’s trade at ${existing.broker}: add this stake to that entry yourself, or correct its broker`;
  const isReplaced = existing.status === 'removed' && (isOtherTrade || fields.status !== 'removed');
  const wasRemoved = isReplaced && !isOtherTrade;
  const staysRemoved = wasRemoved && !choices.importsRemoved;
  const stored = existing.status === fields.status ? existing.trades : [];
  // All fields, because the member removed what the entry still stores.
  const change = isReplaced ? fields : toChange(fields, stored);
  const write = staysRemoved ? null : buildJournalWrite(id, existing, change);
  const merged = { ...existing, ...change };
  const course = signal ? { ...signal, closes: signal.ending?.closes ?? [] } : null;
  const changedState = existing.status === null ? 'new' : 'changed';
  const unchangedState = staysRemoved ? 'removed' : 'same';
  return {
    write: write && { ...write, settled: [] },
    entry: {
      id,
      state: write ? changedState : unchangedState,
      wasRemoved,
      fields: {
        status: merged.status,
        pair: merged.pair,
        direction: merged.direction,
        trades: merged.trades,
      },
      cents: () => settleEntry(merged, course, getPairPayout(context.payouts, merged.pair)).cents,
      lines: rows.map(({ row }) => row.line),
    },
  };
}
