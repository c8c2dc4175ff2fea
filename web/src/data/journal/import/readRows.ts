import {
  type DecimalMark,
  findDecimalMark,
  parseDecimal,
  parseMoney,
} from '@quantalgo/contracts/core/money';
import { isSlotId } from '@quantalgo/contracts/core/slots';
import {
  JOURNAL_LIMITS,
  JOURNAL_STATUSES,
  type JournalStatus,
} from '@quantalgo/contracts/journal/entry';
import { isPrintable } from '@quantalgo/contracts/core/validation';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { parsePair, parseSide } from '@quantalgo/contracts/signals/pairText';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { parseTags } from '../tags';
import { splitWords } from './columnNames';
import type { ImportField, Mapping } from './columns';
import { createCurrencyReader, DOLLARS } from './currency';
import { readPayout } from './payouts';
import type { TableRow, TradeTable } from './findTrades';
import {
  type DayOrder,
  findDayOrder,
  joinTime,
  readTime,
  type Time,
  toTime,
  parseTrailingZone,
} from './times';

/** Has two values if a mark could separate decimals or thousands. */
export type Readings = readonly number[];

export interface ImportRow {
  readonly line: number;
  readonly signal: string | null;
  readonly time: Time | null;
  readonly pair: Pair | null;
  readonly direction: Direction | null;
  readonly status: JournalStatus | null;
  readonly level: number | null;
  /** Dollars. */
  readonly stake: number | null;
  /** Proportional to the stake: lots if the stake is unknown. */
  readonly weight: number | null;
  readonly price: Readings;
  readonly close: Readings;
  /** True if the row states a price that can't be read. */
  readonly lacksPrice: boolean;
  readonly broker: string;
  readonly payout: number | null;
  readonly note: string;
  readonly tags: readonly string[];
  /** The broker, the note or the tags were cut. */
  readonly isShortened: boolean;
  readonly ticket: string | null;
  readonly text: string;
}

export interface BadRow {
  readonly line: number;
  readonly reason: string;
}

export interface ReadOptions {
  readonly mapping: Mapping;
  readonly dayOrder: DayOrder | null;
  readonly pair: Pair | null;
}

export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly bad: readonly BadRow[];
  /**
   * Lines that aren't trades: deposits, totals, exits of trades whose entry has the same ticket
   * number.
   */
  readonly others: readonly number[];
  readonly dayOrder: DayOrder | 'ambiguous' | null;
}

/** Spreadsheets and our export put an apostrophe before a cell that looks like a formula. */
const stripApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');

const EMPTY_CELL = /^(?:-|–|—|n\/?a|none|null|nil)$/i;

class UnusableCellError extends Error {
  override readonly name = 'UnusableCellError';
}

const toUnusable = (label: string, cell: string): UnusableCellError =>
  new UnusableCellError(`the ${label} “${cell.slice(0, 60)}” can’t be read`);

/** Cached, because a column repeats a few values thousands of times. */
function memoize<T>(parse: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    if (results.size >= MAX_MEMOIZED) results.clear();
    const result = parse(text);
    results.set(text, result);
    return result;
  };
}

const MAX_MEMOIZED = 1000;

const readPair = memoize(parsePair);
const readSide = memoize(parseSide);
const readShare = memoize(readPayout);

type CellReader = (field: ImportField) => string;

const createCellReader =
  (mapping: Mapping, { cells }: TableRow): CellReader =>
  (field) => {
    const cell = stripApostrophe(cells[mapping[field] ?? -1] ?? '');
    return EMPTY_CELL.test(cell) ? '' : cell;
  };

function findColumnZone({ header }: TradeTable, { opened, clock }: Mapping): number | null {
  const findZoneIn = (column = -1) =>
    parseTrailingZone(splitWords(header[column] ?? '').toLowerCase())?.offsetMs ?? null;
  return findZoneIn(clock) ?? findZoneIn(opened);
}

type Marks = Readonly<Partial<Record<ImportField, DecimalMark | null>>>;

function findDecimalMarks({ rows }: TradeTable, mapping: Mapping): Marks {
  const findMark = (field: ImportField) => {
    const column = mapping[field];
    return column === undefined
      ? null
      : findDecimalMark(new Set(rows.map(({ cells }) => cells[column] ?? '')));
  };
  return {
    stake: findMark('stake'),
    price: findMark('price'),
    close: findMark('close'),
    volume: findMark('volume'),
  };
}

const isPrice = (value: number): boolean => value > 0 && value < JOURNAL_LIMITS.price;

/** Two readings if the column's decimal mark is unknown, none without a usable price. */
function readPrice(cell: string, mark: DecimalMark | null | undefined): Readings {
  const { value } = parseDecimal(cell, mark);
  if (value !== null && !Number.isNaN(value)) return isPrice(value) ? [value] : [];
  return (['.', ','] as const).map((each) => parseDecimal(cell, each).value ?? 0).filter(isPrice);
}

/** Brokers write 0 if there is no price. */
const isLeftOut = (cell: string, readings: Readings): boolean =>
  readings.length === 0 && cell !== '' && parseDecimal(cell).value !== 0;

const toPrintable = (text: string): string => Array.from(text).filter(isPrintable).join('');

const toLine = (text: string): string => toPrintable(text.replace(/\s+/g, ' ')).trim();

const toNote = (text: string): string =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => toPrintable(line.replaceAll('\t', ' ')))
    .join('\n')
    .trim();

/** Drops the half of a character that the cut leaves. */
const cut = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, '')
    .trim();

/** Leaves out what the journal can't hold, because a trade matters more than its tags. */
function readTexts(cell: CellReader) {
  const { broker: maxBroker, note: maxNote, tag: maxTag, tags: maxTags } = JOURNAL_LIMITS;
  const [broker, note] = [toLine(cell('broker')), toNote(cell('note'))];
  const wholeTags = parseTags(cell('tags')).map(toLine).filter(Boolean);
  const tags = [...new Set(wholeTags.map((tag) => cut(tag, maxTag)))];
  return {
    broker: cut(broker, maxBroker),
    note: cut(note, maxNote),
    tags: tags.slice(0, maxTags),
    isShortened:
      broker.length > maxBroker ||
      note.length > maxNote ||
      tags.length > maxTags ||
      wholeTags.some((tag) => tag.length > maxTag),
  };
}

function readStake(cell: string, mark: DecimalMark | null | undefined): number | null {
  const { value, problem } = parseMoney(cell, mark);
  if (problem !== undefined) throw new UnusableCellError(`the stake “${cell}”: ${problem}`);
  if (value !== null && !(value > 0)) throw toUnusable('stake', cell);
  return value;
}

function refuseForeignStake(currency: string | null): void {
  if (currency !== null && currency !== DOLLARS)
    throw new UnusableCellError(
      `the stakes are in ${currency}, not dollars: choose another stake column, or “Not in the file”`,
    );
}

function readVolume(cell: string, mark: DecimalMark | null | undefined): number | null {
  const value = cell === '' ? null : parseDecimal(cell.replace(/[^\d.,].*$/, ''), mark).value;
  return value !== null && value > 0 ? value : null;
}

function readLevel(cell: string): number | null {
  if (cell === '') return null;
  if (!/^\d$/.test(cell)) throw toUnusable('level', cell);
  return Number(cell);
}

function readStatus(cell: string): JournalStatus | null {
  const status = JOURNAL_STATUSES.find((candidate) => candidate === cell.toLowerCase());
  if (cell !== '' && !status)
    throw new UnusableCellError(
      `“${cell}” isn’t a known action: use taken, paper, skipped or removed`,
    );
  return status ?? null;
}

function readFacts(cell: CellReader, { pair: filePair, mapping }: ReadOptions, marks: Marks) {
  const pair = cell('pair') === '' ? filePair : readPair(cell('pair'));
  if (cell('pair') !== '' && pair === null)
    throw new UnusableCellError(`“${cell('pair')}” isn’t a pair: use EUR/USD, for example`);
  const side = readSide(cell('direction'));
  if (cell('direction') !== '' && side === null)
    throw new UnusableCellError(
      `the direction “${cell('direction')}” can’t be read: use call, put, buy or sell`,
    );
  const stake = readStake(cell('stake'), marks.stake);
  const price = readPrice(cell('price'), marks.price);
  const close = readPrice(cell('close'), marks.close);
  return {
    pair,
    direction: side?.direction ?? null,
    status: readStatus(cell('what')),
    level: mapping.signal === undefined ? null : readLevel(cell('level')),
    stake,
    weight: stake ?? readVolume(cell('volume'), marks.volume),
    price,
    close,
    lacksPrice: isLeftOut(cell('price'), price) || isLeftOut(cell('close'), close),
    payout: readShare(cell('payout')),
    ...readTexts(cell),
  };
}

function isExit(cell: CellReader): boolean {
  const half = cell('half').toLowerCase();
  return half === 'out' || half === 'exit' || readSide(cell('direction'))?.half === 'exit';
}

function readExitPrices(table: TradeTable, mapping: Mapping, marks: Marks): Map<string, Readings> {
  const prices = new Map<string, Readings>();
  for (const row of table.rows) {
    const cell = createCellReader(mapping, row);
    if (cell('ticket') === '' || !isExit(cell)) continue;
    prices.set(cell('ticket'), readPrice(cell('price'), marks.price));
  }
  return prices;
}

/** Deposits and totals have no side or no pair. */
const isNonTrade = (cell: CellReader, { mapping }: ReadOptions): boolean => {
  if (cell('signal') !== '' && mapping.signal !== undefined) return false;
  const hasTime = cell('opened') !== '';
  const hasPair = mapping.pair !== undefined && cell('pair') !== '';
  const hasSide = mapping.direction !== undefined && readSide(cell('direction')) !== null;
  if (mapping.pair === undefined) return !hasSide && mapping.direction !== undefined;
  return !hasPair && !(hasTime && hasSide);
};

export function readRows(table: TradeTable, reading: ReadOptions): ReadRows {
  const { mapping } = reading;
  const marks = findDecimalMarks(table, mapping);
  const zone = findColumnZone(table, mapping);
  const readCurrency = createCurrencyReader(
    table.header,
    table.rows.map(({ cells }) => cells),
    mapping.stake,
  );
  const exitPrices = readExitPrices(table, mapping, marks);
  const writtenTimes = table.rows.map((row) => {
    const cell = createCellReader(mapping, row);
    const opened = readTime(cell('opened'));
    const clock = readTime(cell('clock'), { isAfterDay: true });
    const time = cell('clock') === '' ? opened : joinTime(opened, clock);
    return time && zone !== null && time.offsetMs === null ? { ...time, offsetMs: zone } : time;
  });
  const dayOrder = findDayOrder(writtenTimes);
  // The order detected in the column takes precedence over the member's earlier choice.
  const order = dayOrder === 'ambiguous' ? reading.dayOrder : dayOrder;
  const rows: ImportRow[] = [];
  const bad: BadRow[] = [];
  const others: number[] = [];
  for (const [index, row] of table.rows.entries()) {
    const { line, cells } = row;
    const cell = createCellReader(mapping, row);
    if (isNonTrade(cell, reading) || isExit(cell)) {
      others.push(line);
      continue;
    }
    try {
      const signal = mapping.signal === undefined ? '' : cell('signal');
      if (signal !== '' && !isSlotId(signal)) throw toUnusable('signal', signal);
      const time =
        signal !== '' && cell('opened') === '' ? null : toTime(writtenTimes[index] ?? null, order);
      if (time?.kind === 'unreadable')
        throw toUnusable('time', [cell('opened'), cell('clock')].filter(Boolean).join(' '));
      if (cell('stake') !== '') refuseForeignStake(readCurrency(cells));
      const facts = readFacts(cell, reading, marks);
      const ticket = cell('ticket') === '' ? null : cell('ticket');
      const close = facts.close.length > 0 ? facts.close : (exitPrices.get(ticket ?? '') ?? []);
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
      bad.push({ line, reason: error.message });
    }
  }
  return { rows, bad, others, dayOrder };
}
