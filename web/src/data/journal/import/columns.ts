import { type DecimalMark, parseDecimal } from '@quantalgo/contracts/core/money';
import { isSlotId } from '@quantalgo/contracts/core/slots';
import { JOURNAL_STATUSES } from '@quantalgo/contracts/journal/entry';
import { parsePair, parseSide } from '@quantalgo/contracts/signals/pairText';
import * as z from 'zod/mini';
import {
  CLOSE_NAME,
  COLUMN_NAMES,
  OPEN_NAME,
  PAIR_NAME,
  PRICE_NAME,
  SIDE_NAME,
  STAKE_OR_VOLUME,
  TIME_NAME,
  toPlainName,
} from './columnNames';
import { createCurrencyReader, DOLLARS, findCurrencyInName, stripCurrency } from './currency';
import { mayBeReturned, readPayout } from './payouts';
import { readTime, toTime } from './times';

const IMPORT_FIELDS = [
  'signal',
  'opened',
  'clock',
  'pair',
  'direction',
  'stake',
  'price',
  'close',
  'payout',
  'what',
  'level',
  'broker',
  'note',
  'tags',
  'ticket',
  'volume',
  'half',
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

export const mappingSchema = z.partialRecord(z.enum(IMPORT_FIELDS), z.int());

export type Mapping = z.infer<typeof mappingSchema>;

const MAX_SAMPLE_ROWS = 400;

/** `at`: index. `filled`: number of non-empty cells. Others: shares of these cells. */
interface Column {
  readonly at: number;
  readonly name: string;
  readonly filled: number;
  readonly times: number;
  readonly counts: number;
  readonly days: number;
  readonly clocks: number;
  readonly numbers: number;
  readonly dollars: number;
  readonly pairs: number;
  readonly sides: number;
  readonly halves: number;
  readonly statuses: number;
  readonly slots: number;
}

const HALF_CELL = /^(?:in|out|in\/out|entry|exit)$/i;

const STATUSES: readonly string[] = JOURNAL_STATUSES;

const DECIMAL_MARKS: readonly DecimalMark[] = ['.', ','];

const isNumber = (cell: string): boolean =>
  DECIMAL_MARKS.some((mark) => Number.isFinite(parseDecimal(cell, mark).value));

function describeColumn(name: string, at: number, cells: readonly string[]): Column {
  const filled = cells.filter((cell) => cell !== '');
  const getShare = (matches: (cell: string) => boolean) =>
    filled.length === 0 ? 0 : filled.filter(matches).length / filled.length;
  const times = new Map(filled.map((cell) => [cell, readTime(cell)]));
  return {
    at,
    name: toPlainName(stripCurrency(name)),
    filled: filled.length,
    times: getShare((cell) => {
      const time = times.get(cell) ?? null;
      return time !== null && (time.at !== null || (time.day !== null && time.clock !== null));
    }),
    counts: getShare((cell) => /^\d+(?:\.\d+)?$/.test(cell) && (times.get(cell) ?? null) !== null),
    days: getShare((cell) => {
      const time = times.get(cell) ?? null;
      return time !== null && time.day !== null && time.clock === null;
    }),
    clocks: getShare((cell) => {
      const time = times.get(cell) ?? null;
      return time !== null && time.day === null && time.clock !== null;
    }),
    numbers: getShare((cell) => isNumber(cell.replace('%', ''))),
    dollars: getShare((cell) => /\$|\busdt?\b/i.test(cell) && isNumber(cell)),
    pairs: getShare((cell) => parsePair(cell) !== null),
    sides: getShare((cell) => parseSide(cell) !== null),
    halves: getShare((cell) => HALF_CELL.test(cell)),
    statuses: getShare((cell) => STATUSES.includes(cell.toLowerCase())),
    slots: getShare(isSlotId),
  };
}

const findByName = (columns: readonly Column[], names: readonly string[]): Column[] =>
  names.map(toPlainName).flatMap((name) => columns.filter((column) => column.name === name));

function findBest(columns: readonly Column[], score: (column: Column) => number): Column | null {
  let [highest, winner]: [number, Column | null] = [0, null];
  for (const column of columns) {
    const points = score(column);
    if (points > highest) [highest, winner] = [points, column];
  }
  return winner;
}

const scoreName = ({ name }: Column, wanted: RegExp, unwanted?: RegExp): number =>
  (wanted.test(name) ? 1 : 0) - (unwanted?.test(name) === true && !OPEN_NAME.test(name) ? 2 : 0);

const MIN_SHARE = 0.5;

function scoreTime(column: Column): number {
  const { name, times, counts } = column;
  if (times < MIN_SHARE || (counts >= MIN_SHARE && !TIME_NAME.test(name) && !OPEN_NAME.test(name)))
    return 0;
  if (CLOSE_NAME.test(name) && !OPEN_NAME.test(name)) return 0;
  return 3 + scoreName(column, TIME_NAME, CLOSE_NAME) + (OPEN_NAME.test(name) ? 1 : 0);
}

type GetCells = (at: number) => readonly string[];

/** Milliseconds that are comparable within a column. */
function toComparable(cell: string): number | null {
  const written = readTime(cell);
  const time = toTime(written, 'dmy');
  if (time.kind === 'moment') return time.at;
  return time.kind === 'reading' ? time.reading : (written?.clock ?? null);
}

const isEarlier = (cells: readonly string[], others: readonly string[]): boolean =>
  cells.reduce((sum, cell, row) => {
    const [time, other] = [toComparable(cell), toComparable(others[row] ?? '')];
    return time === null || other === null ? sum : sum + Math.sign(time - other);
  }, 0) < 0;

/** Of equally good columns, the one with the earlier times: trades open before they close. */
function findBestTime(
  columns: readonly Column[],
  getCells: GetCells,
  score: (column: Column) => number,
): Column | null {
  const best = findBest(columns, score);
  if (!best) return null;
  return columns
    .filter((column) => score(column) === score(best))
    .reduce((first, other) => (isEarlier(getCells(other.at), getCells(first.at)) ? other : first));
}

function guessDayAndClock(
  columns: readonly Column[],
  getCells: GetCells,
): Pick<Mapping, 'opened' | 'clock'> {
  const score = (share: 'days' | 'clocks') => (column: Column) =>
    column[share] < MIN_SHARE ? 0 : 3 + scoreName(column, OPEN_NAME, CLOSE_NAME);
  const day = findBest(columns, score('days'));
  const clock = findBestTime(columns, getCells, score('clocks'));
  return { ...(day && { opened: day.at }), ...(day && clock && { clock: clock.at }) };
}

function guessTime(
  columns: readonly Column[],
  getCells: GetCells,
): Pick<Mapping, 'opened' | 'clock'> {
  const time = findBestTime(columns, getCells, scoreTime);
  if (time) return { opened: time.at };
  const separate = guessDayAndClock(columns, getCells);
  if (separate.opened !== undefined) return separate;
  const byName = findBest(columns, (column) => scoreName(column, TIME_NAME, CLOSE_NAME));
  return byName ? { opened: byName.at } : {};
}

const isNumeric = ({ numbers, filled }: Column): boolean => filled === 0 || numbers > 0;

/** Undefined if the stakes may be in another currency or in lots. */
function guessStake(
  columns: readonly Column[],
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Column | undefined {
  const listCurrencies = ({ at }: Column) => {
    const readCurrency = createCurrencyReader(header, rows, at);
    return rows.flatMap((row) => readCurrency(row) ?? []);
  };
  const isForeign = (column: Column) =>
    listCurrencies(column).some((currency) => currency !== DOLLARS);
  const isInDollars = ({ at }: Column) => findCurrencyInName(header[at] ?? '') === DOLLARS;
  // Beside a size or quantity, the currency may be the account's.
  const isDollarAmount = (column: Column) =>
    column.name === 'trade amount' && listCurrencies(column).length > 0 && !isForeign(column);
  const amounts = findByName(columns, COLUMN_NAMES.stake).filter(isNumeric);
  const [amount] = amounts;
  if (amount && !isForeign(amount)) return amount;
  return (
    amounts.find(isInDollars) ??
    findByName(columns, STAKE_OR_VOLUME).find(
      (column) => column.dollars >= MIN_SHARE || isInDollars(column) || isDollarAmount(column),
    )
  );
}

const findPrice = (columns: readonly Column[], wanted: RegExp): Column | undefined =>
  columns.find(
    (column) => isNumeric(column) && PRICE_NAME.test(column.name) && wanted.test(column.name),
  );

/** Such a payout can't be an amount. */
const PERCENTAGE_NAME = /%|(?:^| )(?:percent|rate)$/;

/** False for words such as `Market`, and for small counters. Entry and exit may share a ticket. */
function areTickets(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const minCount = filled.length * MIN_SHARE;
  return (
    filled.filter((cell) => /\p{Nd}/u.test(cell)).length >= minCount &&
    new Set(filled).size >= minCount
  );
}

/** Detects columns by their values first, then by their names. */
export function guessMapping(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Mapping {
  const step = Math.max(1, Math.ceil(rows.length / MAX_SAMPLE_ROWS));
  const sample = rows.filter((_, at) => at % step === 0);
  const getCells = (at: number) => sample.map((row) => row[at] ?? '');
  const columns = header.map((name, at) => describeColumn(name, at, getCells(at)));
  const mapping: Mapping = {};
  const usedIndexes = new Set<number>();
  const assign = (field: ImportField, column: Column | null | undefined) => {
    if (!column || usedIndexes.has(column.at)) return;
    mapping[field] = column.at;
    usedIndexes.add(column.at);
  };
  const getUnused = () => columns.filter(({ at }) => !usedIndexes.has(at));
  assign(
    'signal',
    findBest(columns, ({ slots }) => (slots >= MIN_SHARE ? slots : 0)) ?? findExportSignal(columns),
  );
  for (const [field, at] of Object.entries(guessTime(getUnused(), getCells)))
    assign(field === 'clock' ? 'clock' : 'opened', columns[at]);
  const scorePair = (column: Column) => {
    if (column.pairs >= MIN_SHARE) return 2 * column.pairs + scoreName(column, PAIR_NAME);
    return /(?:^| )currency$/.test(column.name) ? 0 : scoreName(column, PAIR_NAME) / 2;
  };
  assign('pair', findBest(getUnused(), scorePair));
  assign(
    'half',
    findBest(getUnused(), ({ halves }) => (halves > 0.9 ? halves : 0)),
  );
  const scoreSide = (column: Column) =>
    column.sides >= MIN_SHARE
      ? 2 * column.sides + scoreName(column, SIDE_NAME)
      : scoreName(column, SIDE_NAME) / 2;
  assign('direction', findBest(getUnused(), scoreSide));
  assign(
    'what',
    findByName(getUnused(), COLUMN_NAMES.what).find(({ statuses }) => statuses >= 0.8),
  );
  assign('stake', guessStake(getUnused(), header, sample));
  assign(
    'price',
    findPrice(getUnused(), OPEN_NAME) ??
      findByName(getUnused(), COLUMN_NAMES.price).find(isNumeric),
  );
  const priceName = columns[mapping.price ?? -1]?.name;
  assign(
    'close',
    findPrice(getUnused(), CLOSE_NAME) ??
      findByName(getUnused(), COLUMN_NAMES.close).find(isNumeric) ??
      getUnused().find((column) => column.name === priceName && isNumeric(column)),
  );
  const [amount] = [
    ...findByName(getUnused(), COLUMN_NAMES.stake).filter(isNumeric),
    ...findByName(getUnused(), STAKE_OR_VOLUME),
  ];
  const stakeCells = getCells(mapping.stake ?? amount?.at ?? -1);
  const isPercentage = ({ at, name }: Column) =>
    isExport(header) || PERCENTAGE_NAME.test(name) || !mayBeReturned(getCells(at), stakeCells);
  assign(
    'payout',
    findByName(getUnused(), COLUMN_NAMES.payout)
      .filter(isPercentage)
      .find(({ at }) => getCells(at).every((cell) => cell === '' || readPayout(cell) !== null)),
  );
  for (const field of ['level', 'broker', 'note', 'tags', 'volume'] as const)
    assign(field, findByName(getUnused(), COLUMN_NAMES[field])[0]);
  assign(
    'ticket',
    findByName(getUnused(), COLUMN_NAMES.ticket).find(({ at }) => areTickets(getCells(at))),
  );
  return mapping;
}

const findExportSignal = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ name, slots }) => name === 'signal' && slots > 0);

const isCell = (text: string, name: RegExp): boolean =>
  text.length <= 40 && name.test(toPlainName(text)) && !readTime(text);

const isExport = (header: readonly string[]): boolean =>
  header.some((name) => toPlainName(name) === 'signal') && header.includes('what');

export function isHeader(row: readonly string[]): boolean {
  const cells = row.filter((cell) => cell !== '');
  if (cells.length < 2 || cells.some((cell) => readTime(cell)?.day)) return false;
  return (
    isExport(cells) ||
    (cells.some((cell) => isCell(cell, TIME_NAME)) && cells.some((cell) => isCell(cell, PAIR_NAME)))
  );
}
