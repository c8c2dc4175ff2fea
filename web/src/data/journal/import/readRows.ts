import {
  type DecimalMark,
  findDecimalMark,
  parseDecimal,
  parseMoney,
} from '@quantalgo/contracts/core/money';
import { isSlotId } from '@quantalgo/contracts/core/slots';
import { JOURNAL_STATUSES, type JournalStatus } from '@quantalgo/contracts/journal/entry';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { parsePair, parseSide } from '@quantalgo/contracts/signals/pairText';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { type ImportField, type Mapping, readPayout } from './columns';
import type { TableRow, TradeTable } from './findTrades';
import {
  type DayOrder,
  findDayOrder,
  joinTime,
  readTime,
  type Time,
  toTime,
  zoneAtEnd,
} from './times';

/** A number of a cell; two readings where its mark could stand before decimals or thousands. */
export type Readings = readonly number[];

/** A trade as a row states it. */
export interface ImportRow {
  readonly line: number;
  /** Id of its signal, where the file names it. */
  readonly signal: string | null;
  /** Null where the row has none, which a row with a signal may. */
  readonly time: Time | null;
  readonly pair: Pair | null;
  readonly direction: Direction | null;
  readonly status: JournalStatus | null;
  readonly level: number | null;
  /** Dollars. */
  readonly stake: number | null;
  /** Grows with the stake: lots, where the stake isn't known. */
  readonly weight: number | null;
  readonly price: Readings;
  readonly close: Readings;
  readonly broker: string;
  /** As a share. */
  readonly payout: number | null;
  readonly note: string;
  readonly tags: readonly string[];
  /** What makes it the same trade as another row; null where nothing numbers the trades. */
  readonly ticket: string | null;
  /** All that it says, to recognise a row that comes twice. */
  readonly text: string;
}

/** A row that can't be taken, and why. */
export interface BadRow {
  readonly line: number;
  readonly why: string;
}

/** What the member says of a file. */
export interface Reading {
  readonly mapping: Mapping;
  /** Null while it isn't known. */
  readonly dayOrder: DayOrder | null;
  /** The pair of all rows, where no column names it. */
  readonly pair: Pair | null;
}

export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly bad: readonly BadRow[];
  /** Rows that are no trades: deposits, sums, exits of trades whose entry has the same number. */
  readonly others: readonly number[];
  /** `open` where the member has to say what comes first. */
  readonly dayOrder: DayOrder | 'open' | null;
}

/** Spreadsheets keep a cell that looks like a formula behind an apostrophe, as the export writes it. */
const bare = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');

/** What tables write where there is nothing. */
const NOTHING = /^(?:-|–|—|n\/?a|none|null|nil)$/i;

class UnusableCellError extends Error {
  override readonly name = 'UnusableCellError';
}

const unreadable = (what: string, cell: string): UnusableCellError =>
  new UnusableCellError(`the ${what} “${cell.slice(0, 60)}” can’t be read`);

/** Remembers what a few different cells mean, which a column repeats thousands of times. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const now = read(text);
    known.set(text, now);
    return now;
  };
}

const MAX_REMEMBERED = 1000;

const readPair = remembered(parsePair);
const readSide = remembered(parseSide);
const readShare = remembered(readPayout);

type Cell = (field: ImportField) => string;

/** The cells of a mapping, in this row. */
const cellsIn =
  (mapping: Mapping, { cells }: TableRow): Cell =>
  (field) => {
    const cell = bare(cells[mapping[field] ?? -1] ?? '');
    return NOTHING.test(cell) ? '' : cell;
  };

/** The zone that the name of the column states: `Open time (UTC+3)`. */
function columnZone({ header }: TradeTable, { opened }: Mapping): number | null {
  const name = (header[opened ?? -1] ?? '').toLowerCase();
  return zoneAtEnd(name)?.ahead ?? null;
}

/** What a column says of its decimal mark. */
type Marks = Readonly<Partial<Record<ImportField, DecimalMark | null>>>;

function decimalMarks({ rows }: TradeTable, mapping: Mapping): Marks {
  const mark = (field: ImportField) => {
    const at = mapping[field];
    return at === undefined
      ? null
      : findDecimalMark(new Set(rows.map(({ cells }) => cells[at] ?? '')));
  };
  return {
    stake: mark('stake'),
    price: mark('price'),
    close: mark('close'),
    volume: mark('volume'),
  };
}

/** A price: both readings where the column doesn't tell its mark, as the record does. @throws UnusableCellError */
function readPrice(what: string, cell: string, mark: DecimalMark | null | undefined): Readings {
  if (cell === '') return [];
  const { value, problem } = parseDecimal(cell, mark);
  if (value !== null && !Number.isNaN(value)) return [value];
  const both = (['.', ','] as const).flatMap((one) => {
    const reading = parseDecimal(cell, one).value;
    return reading === null || Number.isNaN(reading) ? [] : [reading];
  });
  if (problem === undefined && both.length === 0) throw unreadable(what, cell);
  return both;
}

/** @throws UnusableCellError */
function readStake(cell: string, mark: DecimalMark | null | undefined): number | null {
  const { value, problem } = parseMoney(cell, mark);
  if (problem !== undefined) throw new UnusableCellError(`the stake “${cell}”: ${problem}`);
  if (value !== null && !(value > 0)) throw unreadable('stake', cell);
  return value;
}

function readVolume(cell: string, mark: DecimalMark | null | undefined): number | null {
  const value = cell === '' ? null : parseDecimal(cell.replace(/[^\d.,].*$/, ''), mark).value;
  return value !== null && value > 0 ? value : null;
}

function readLevel(cell: string): number | null {
  if (cell === '') return null;
  if (!/^\d$/.test(cell)) throw unreadable('level', cell);
  return Number(cell);
}

function readStatus(cell: string): JournalStatus | null {
  const status = JOURNAL_STATUSES.find((one) => one === cell.toLowerCase());
  if (cell !== '' && !status)
    throw new UnusableCellError(
      `“${cell}” isn’t something that you did: use taken, paper, skipped or removed`,
    );
  return status ?? null;
}

/** What a row holds besides its time. @throws UnusableCellError */
function readFacts(cell: Cell, { pair: pairOfAll, mapping }: Reading, marks: Marks) {
  const pair = cell('pair') === '' ? pairOfAll : readPair(cell('pair'));
  if (cell('pair') !== '' && pair === null)
    throw new UnusableCellError(`“${cell('pair')}” is no pair, for example EUR/USD`);
  const side = readSide(cell('direction'));
  if (cell('direction') !== '' && side === null)
    throw new UnusableCellError(
      `the side “${cell('direction')}” can’t be read: use call or put, or buy or sell`,
    );
  const stake = readStake(cell('stake'), marks.stake);
  return {
    pair,
    direction: side?.direction ?? null,
    status: readStatus(cell('what')),
    level: mapping.signal === undefined ? null : readLevel(cell('level')),
    stake,
    weight: stake ?? readVolume(cell('volume'), marks.volume),
    price: readPrice('price', cell('price'), marks.price),
    close: readPrice('close', cell('close'), marks.close),
    broker: cell('broker'),
    payout: readShare(cell('payout')),
    note: cell('note'),
    tags: cell('tags')
      .split(';')
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
}

/** Whether a row is the exit of a trade, as reports have that write both halves. */
function isExit(cell: Cell): boolean {
  const half = cell('half').toLowerCase();
  return half === 'out' || half === 'exit' || readSide(cell('direction'))?.half === 'exit';
}

/** Prices at which trades were closed whose halves have a row each, by their number. */
function exitPrices(table: TradeTable, mapping: Mapping, marks: Marks): Map<string, Readings> {
  const prices = new Map<string, Readings>();
  for (const row of table.rows) {
    const cell = cellsIn(mapping, row);
    if (cell('ticket') === '' || !isExit(cell)) continue;
    try {
      prices.set(cell('ticket'), readPrice('price', cell('price'), marks.price));
    } catch (error) {
      if (!(error instanceof UnusableCellError)) throw error;
    }
  }
  return prices;
}

/** A row without a side or a pair is no trade, as deposits and sums are. */
const isOther = (cell: Cell, { mapping }: Reading): boolean => {
  if (cell('signal') !== '' && mapping.signal !== undefined) return false;
  const hasTime = cell('opened') !== '';
  const hasPair = mapping.pair !== undefined && cell('pair') !== '';
  const hasSide = mapping.direction !== undefined && readSide(cell('direction')) !== null;
  if (mapping.pair === undefined) return !hasSide && mapping.direction !== undefined;
  return !hasPair && !(hasTime && hasSide);
};

/** Reads the rows of a table by what the member says of it. */
export function readRows(table: TradeTable, reading: Reading): ReadRows {
  const { mapping } = reading;
  const marks = decimalMarks(table, mapping);
  const zone = columnZone(table, mapping);
  const exits = exitPrices(table, mapping, marks);
  const written = table.rows.map((row) => {
    const cell = cellsIn(mapping, row);
    const opened = readTime(cell('opened'));
    const time = cell('clock') === '' ? opened : joinTime(opened, readTime(cell('clock')));
    return time && zone !== null && time.ahead === null ? { ...time, ahead: zone } : time;
  });
  const dayOrder = findDayOrder(written);
  // What the column itself tells counts more than what was said of a file before.
  const order = dayOrder === 'open' ? reading.dayOrder : dayOrder;
  const rows: ImportRow[] = [];
  const bad: BadRow[] = [];
  const others: number[] = [];
  for (const [at, row] of table.rows.entries()) {
    const { line, cells } = row;
    const cell = cellsIn(mapping, row);
    if (isOther(cell, reading) || isExit(cell)) {
      others.push(line);
      continue;
    }
    try {
      const signal = mapping.signal === undefined ? '' : cell('signal');
      if (signal !== '' && !isSlotId(signal)) throw unreadable('signal', signal);
      const time =
        signal !== '' && cell('opened') === '' ? null : toTime(written[at] ?? null, order);
      if (time?.kind === 'unreadable')
        throw unreadable('time', [cell('opened'), cell('clock')].filter(Boolean).join(' '));
      const facts = readFacts(cell, reading, marks);
      const ticket = cell('ticket') === '' ? null : cell('ticket');
      const close = facts.close.length > 0 ? facts.close : (exits.get(ticket ?? '') ?? []);
      rows.push({
        line,
        ...facts,
        close,
        signal: signal === '' ? null : signal,
        time,
        ticket,
        text: JSON.stringify(cells),
      });
    } catch (error) {
      if (!(error instanceof UnusableCellError)) throw error;
      bad.push({ line, why: error.message });
    }
  }
  return { rows, bad, others, dayOrder };
}
