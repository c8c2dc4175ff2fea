import {
  EMPTY_FIELDS,
  isSlotId,
  JOURNAL_STATUSES,
  journalFieldsSchema,
  type JournalFields,
  type JournalTrade,
  type JournalWrite,
  pairLabel,
  pairOfText,
  SLOT_MS,
  slotId,
  typedNumber,
  writeOf,
} from '@quantalgo/contracts';
import { parseTable } from '@quantalgo/contracts/tables';
import * as z from 'zod/mini';
import { factsOf, type JournalView } from './entries';
import { CSV_FIELDS, type CsvField } from './journalCsv';

/** Index of the column that holds each field; absent where no column does. */
export const mappingSchema = z.partialRecord(z.enum(CSV_FIELDS), z.int());

export type Mapping = z.infer<typeof mappingSchema>;

/** The rows of a CSV text, without blank ones. */
export const csvRows = (text: string): string[][] =>
  parseTable(text)
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));

/** Other names of columns, as brokers and spreadsheets write them. */
const NAMES: Readonly<Record<CsvField, readonly string[]>> = {
  signal: ['signal', 'slot', 'id'],
  opened: ['opened', 'open time', 'time', 'date', 'entry time'],
  pair: ['pair', 'asset', 'symbol', 'instrument'],
  direction: ['direction', 'side', 'type'],
  what: ['what', 'status'],
  level: ['level', 'martingale'],
  stake: ['stake', 'amount', 'investment'],
  price: ['price', 'open price', 'entry price', 'strike'],
  close: ['close', 'close price', 'exit price'],
  broker: ['broker'],
  payout: ['payout', 'payout %', 'profit %'],
  note: ['note', 'comment'],
  tags: ['tags'],
};

/** The mapping that a file's first row suggests. */
export function guessedMapping(header: readonly string[]): Mapping {
  const names = header.map((name) => name.toLowerCase());
  const guessed: Mapping = {};
  for (const field of CSV_FIELDS) {
    const at = names.findIndex((name) => NAMES[field].includes(name));
    if (at >= 0) guessed[field] = at;
  }
  return guessed;
}

/** A row that can't be taken. `line` counts from 1, the header included. */
interface BadRow {
  readonly line: number;
  readonly why: string;
}

/** What a file comes to: the writes that it takes, and the rows that are left out. */
export interface ReadCsv {
  readonly writes: readonly JournalWrite[];
  /** Entries that hold all of it already. */
  readonly known: number;
  readonly bad: readonly BadRow[];
}

const DIRECTIONS: Readonly<Record<string, 'CALL' | 'PUT'>> = {
  call: 'CALL',
  buy: 'CALL',
  up: 'CALL',
  higher: 'CALL',
  put: 'PUT',
  sell: 'PUT',
  down: 'PUT',
  lower: 'PUT',
};

/** A time without a zone counts as UTC. */
const timeOf = (text: string): number =>
  Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);

/** Spreadsheets keep a cell that looks like a formula behind an apostrophe, as the export writes it. */
const bare = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');

class UnusableRowError extends Error {
  override readonly name = 'UnusableRowError';
}

function slotOf(signal: string, opened: string, level: number): string {
  if (isSlotId(signal)) return signal;
  const at = timeOf(opened);
  if (Number.isNaN(at)) throw new UnusableRowError('It has neither a signal nor a time');
  return slotId(at - (level + 1) * SLOT_MS);
}

/** The fields of one row. @throws UnusableRowError with the reason where it can't be taken */
function fieldsOfRow(
  row: readonly string[],
  mapping: Mapping,
): { id: string; fields: JournalFields } {
  const cell = (field: CsvField) => bare(row[mapping[field] ?? -1] ?? '');
  const level = cell('level') === '' ? 0 : Number(cell('level'));
  const what = cell('what').toLowerCase();
  const direction = cell('direction');
  const opened = timeOf(cell('opened'));
  const stake = typedNumber(cell('stake'), 'thousands');
  const payout = typedNumber(cell('payout'));
  const trade = {
    level,
    stake: stake === null ? null : Math.round(stake * 1e8) / 1e6,
    price: typedNumber(cell('price')),
    at: Number.isNaN(opened) ? null : new Date(opened).toISOString(),
    close: typedNumber(cell('close')),
  };
  const isTraded = what !== 'skipped' && (stake !== null || cell('level') !== '');
  const parsed = journalFieldsSchema.safeParse({
    status: what === '' ? 'taken' : (JOURNAL_STATUSES.find((one) => one === what) ?? what),
    pair: cell('pair') === '' ? null : pairOfText(cell('pair').toUpperCase()),
    direction: direction === '' ? null : (DIRECTIONS[direction.toLowerCase()] ?? direction),
    trades: isTraded ? [trade] : [],
    broker: cell('broker'),
    payout: payout === null ? null : Math.round(payout * 1e4) / 1e6,
    note: cell('note'),
    tags: cell('tags')
      .split(';')
      .map((tag) => tag.trim())
      .filter(Boolean),
    picture: null,
  });
  if (!parsed.success) throw new UnusableRowError(wordsOf(parsed.error.issues[0]));
  return { id: slotOf(cell('signal'), cell('opened'), level), fields: parsed.data };
}

const FIELD_TEXT: Readonly<Record<string, string>> = {
  status: 'What you did must be taken, paper, skipped or removed',
  pair: 'Not a pair, for example EUR/USD',
  direction: 'The direction must be CALL or PUT, or buy or sell',
};

const wordsOf = (issue: { path: readonly PropertyKey[]; message: string } | undefined): string =>
  FIELD_TEXT[String(issue?.path[0])] ?? issue?.message ?? 'It can’t be read';

/** An entry with one more row of the same signal: another level of its ladder. @throws UnusableRowError where the level is there */
function joined(before: JournalFields | undefined, fields: JournalFields): JournalFields {
  if (!before) return fields;
  const trades = [...before.trades, ...fields.trades].sort((a, b) => a.level - b.level);
  const levels = new Set(trades.map(({ level }) => level));
  if (levels.size !== trades.length)
    throw new UnusableRowError('An earlier row already has this level');
  return { ...before, trades };
}

/** @throws UnusableRowError where the signal of an entry is for another pair: that trade was not on it */
function checkPair(view: JournalView, { pair }: JournalFields): void {
  const { pair: known } = factsOf(view);
  if (known !== null && pair !== null && known !== pair)
    throw new UnusableRowError(`The signal of that time is for ${pairLabel(known)}`);
}

/** An entry's trades with those of a file: level by level, an empty cell leaves what the entry holds. */
function withTrades(held: readonly JournalTrade[], read: readonly JournalTrade[]): JournalTrade[] {
  const others = held.filter(({ level }) => !read.some((trade) => trade.level === level));
  const merged = read.map((trade) => {
    const before = held.find(({ level }) => level === trade.level);
    return {
      level: trade.level,
      stake: trade.stake ?? before?.stake ?? null,
      price: trade.price ?? before?.price ?? null,
      at: trade.at ?? before?.at ?? null,
      close: trade.close ?? before?.close ?? null,
    };
  });
  return [...others, ...merged].sort((one, other) => one.level - other.level);
}

/** Only what the file names: an empty cell leaves what an entry holds. */
function named(
  fields: JournalFields,
  mapping: Mapping,
  held: readonly JournalTrade[],
): Partial<JournalFields> {
  const { trades, broker, payout, note, tags, pair, direction, status } = fields;
  return {
    ...(mapping.what !== undefined || trades.length > 0 ? { status } : {}),
    ...(pair !== null && { pair }),
    ...(direction !== null && { direction }),
    ...(trades.length > 0 && { trades: withTrades(held, trades) }),
    ...(broker !== EMPTY_FIELDS.broker && { broker }),
    ...(payout !== null && { payout }),
    ...(note !== EMPTY_FIELDS.note && { note }),
    ...(tags.length > 0 && { tags }),
  };
}

/**
 * Reads a file by a mapping of its columns. What an entry holds already is not written again, so a file that is imported
 * twice changes nothing the second time.
 * @param rows with the header first
 * @param viewOf the entry of a slot as the member sees it
 */
export function readCsv(
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  viewOf: (id: string) => JournalView,
): ReadCsv {
  const bad: BadRow[] = [];
  const entries = new Map<string, JournalFields>();
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue;
    try {
      const { id, fields } = fieldsOfRow(row, mapping);
      checkPair(viewOf(id), fields);
      entries.set(id, joined(entries.get(id), fields));
    } catch (error) {
      if (!(error instanceof UnusableRowError)) throw error;
      bad.push({ line: index + 1, why: error.message });
    }
  }
  const writes = [...entries].flatMap(([id, fields]) => {
    const view = viewOf(id);
    // Trades on paper, or of an entry that was removed, are none beside those of a file.
    const held = view.status === fields.status ? view.trades : [];
    const write = writeOf(id, view, named(fields, mapping, held));
    return write ? [{ ...write, settled: [] }] : [];
  });
  return { writes, known: entries.size - writes.length, bad };
}
