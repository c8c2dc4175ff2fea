import { type DecimalMark, findDecimalMark } from '@quantalgo/contracts/core/money';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { parseTable } from '@quantalgo/contracts/core/tables';
import {
  type CandleFormat,
  type Columns,
  findColumns,
  findFormat,
  isHeader,
  isOfTicks,
  readHeader,
  usualColumns,
} from './candleFormats';
import { type DayOrder, findDayOrder, parseTime } from './candleTime';

/** How the rows of a candle file are written. */
export interface Layout {
  readonly format: CandleFormat;
  readonly lineEnd: '\n' | '\r';
  readonly delimiter: string;
  readonly mark: DecimalMark;
  readonly order: DayOrder;
  readonly columns: Columns;
  /** Cells of a row. */
  readonly width: number;
  /** Row (from 1, counting empty ones) from which on there are figures. */
  readonly firstRow: number;
  /** Time between two rows, ms: five minutes or one. */
  readonly step: number;
  /** The zone that the header names. */
  readonly zoneName: string | null;
  /** Whether the times state their own offset. */
  readonly isAbsolute: boolean;
}

export const OWN_HEADER = 'time,open,high,low,close,volume';

const WANTED = 'export five-minute (M5) or one-minute (M1) candles';

const DELIMITERS = ['\t', ';', '|', ','];

/** Cells of the narrowest table: a tick’s time, bid and ask, and one more. */
const MIN_CELLS = 4;

/** Rows in which a header is looked for. */
const HEADER_WITHIN = 10;

/** The cells of a line. */
export function splitLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  return parseTable(`sep=${delimiter}\n${line}`)[0] ?? [];
}

/** What files that are no table begin with, and what they are. */
const OTHER_FILES = [
  ['PK', 'is a ZIP archive or an Excel workbook: unpack it, or save the workbook as CSV'],
  ['\u001F', 'is compressed: unpack it'],
  ['PAR1', 'is a Parquet file: save its table as CSV'],
  ['<', 'is a web page, not a table: download the CSV file itself'],
  ['{', 'is JSON, not a table: export CSV'],
  ['[', 'is JSON, not a table: export CSV'],
] as const;

/** `<DATE>` of MetaTrader begins as a web page does. */
const TAGGED_HEADER = /^<(?:DATE|DTYYYYMMDD|TICKER|TIME)>/i;

/** The flaw of a file that is no table; null for one that may be. */
function findOtherFile(head: string): string | null {
  const text = head.trimStart();
  if (text === '') return 'is empty';
  if (TAGGED_HEADER.test(text)) return null;
  return OTHER_FILES.find(([beginning]) => text.startsWith(beginning))?.[1] ?? null;
}

interface Row {
  /** From 1, counting empty ones. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** The mark before decimals in cells of prices, none of which has thousands alone. */
const inferMark = (prices: readonly string[]): DecimalMark =>
  findDecimalMark(prices) ?? (prices.some((text) => text.includes(',')) ? ',' : '.');

function durationText(ms: number): string {
  const units = [
    [DAY_MS, 'a day', 'days'],
    [HOUR_MS, 'an hour', 'hours'],
    [MINUTE_MS, 'a minute', 'minutes'],
    [1000, 'a second', 'seconds'],
  ] as const;
  const [size, one, many] = units.find(([unit]) => ms % unit === 0) ?? [1, 'a millisecond', 'ms'];
  return ms === size ? one : `${ms / size} ${many}`;
}

/** The time (ms) that is most often between two rows, or the flaw in their order or distance. */
function findStep(times: readonly number[]): number | string {
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const forward = gaps.filter((gap) => gap > 0);
  if (forward.length === 0)
    return gaps.some((gap) => gap < 0)
      ? 'runs from the newest row to the oldest: sort its rows by time, the oldest first'
      : SLOT_MS;
  const counts = new Map<number, number>();
  for (const gap of forward) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [[usual, count] = [SLOT_MS, 0]] = [...counts].toSorted(
    (a, b) => b[1] - a[1] || a[0] - b[0],
  );
  if (usual === SLOT_MS || usual === MINUTE_MS) return usual;
  // Longer gaps may be holes in five-minute rows.
  if (count === 1 || counts.has(SLOT_MS)) return SLOT_MS;
  return `has rows ${durationText(usual)} apart: ${WANTED}`;
}

/** The header's row, words and zone, and the rows below it. Yahoo Finance writes up to two more rows of headers. */
function findHeader(rows: readonly Row[]) {
  const candidates = rows.slice(0, HEADER_WITHIN).map(({ cells }) => readHeader(cells));
  const at = candidates.findIndex(({ header }) => isHeader(header));
  const match = candidates[at];
  if (!match) return null;
  const isTimeAlone = (cells: readonly string[] = []) =>
    isHeader(readHeader(cells).header) && cells.slice(1).every((cell) => cell === '');
  const below = [1, 2].find((count) => isTimeAlone(rows[at + count]?.cells)) ?? 0;
  return { ...match, number: rows[at]?.number ?? 1, rows: rows.slice(at + below + 1) };
}

/** Whether a cell begins a row of figures, its hour in the next cell. */
const hasHourBeside = ([day = '', hour = '']: readonly string[]): boolean =>
  parseTime(hour) === null && !day.includes(' ') && parseTime(`${day} ${hour}`) !== null;

/** The time of a row as it is written. */
export function writtenTime(cells: readonly string[], { time, hour }: Columns): string {
  const text = cells[time]?.trim() ?? '';
  return hour === null ? text : `${text} ${cells[hour]?.trim() ?? ''}`;
}

/** The rows of a file's beginning, split; without its last line if that may go on. */
function splitHead(head: string, isWhole: boolean) {
  const lineEnd: Layout['lineEnd'] = head.includes('\n') ? '\n' : '\r';
  const lines = head.split(lineEnd).map((line) => line.replace(/\r$/, ''));
  if (!isWhole && lines.length > 1) lines.pop();
  const numbered = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ line, number: at + 1 }],
  );
  const [, separator] = /^sep=(.)$/i.exec(numbered[0]?.line ?? '') ?? [];
  if (separator !== undefined) numbered.shift();
  const first = numbered.slice(0, HEADER_WITHIN);
  const delimiter =
    separator ??
    DELIMITERS.find((one) => first.some(({ line }) => line.split(one).length >= MIN_CELLS)) ??
    ',';
  const rows = numbered.map(({ line, number }) => ({ number, cells: splitLine(line, delimiter) }));
  return { lineEnd, delimiter, rows, nextRow: lines.length + 1 };
}

/**
 * How the table that begins with `head` is written, or what is wrong with it, in words that follow the file's name.
 * @param isWhole whether `head` is the whole file
 */
export function recogniseLayout(file: string, head: string, isWhole: boolean): Layout | string {
  const flaw = findOtherFile(head);
  if (flaw !== null) return ` ${flaw}`;
  const { lineEnd, delimiter, rows, nextRow } = splitHead(head, isWhole);
  const [first] = rows;
  if (!first) return ' holds no candle';
  const titled = findHeader(rows);
  if (titled) {
    const { header, zone, number } = titled;
    if (isOfTicks(header)) return ` holds ticks: ${WANTED}`;
    const columns = findColumns(header);
    if (typeof columns === 'string') return `, row ${number} names no column for the ${columns}`;
    const firstRow = titled.rows[0]?.number ?? nextRow;
    const width = header.length;
    const table = { lineEnd, delimiter, columns, header, width, zoneName: zone, firstRow };
    return layOutRows(file, titled.rows, table);
  }
  const hasHour = hasHourBeside(first.cells);
  if (!hasHour && parseTime(first.cells[0]?.trim() ?? '') === null)
    return `, row ${first.number} is not ${OWN_HEADER}, nor another header of candles`;
  const width = first.cells.length;
  if (width < (hasHour ? MIN_CELLS + 2 : MIN_CELLS + 1)) return ` holds ticks: ${WANTED}`;
  const columns = usualColumns(first.cells, hasHour);
  const table = { lineEnd, delimiter, columns, header: [], width, zoneName: null };
  return layOutRows(file, rows, { ...table, firstRow: first.number });
}

interface TableLayout extends Pick<
  Layout,
  'lineEnd' | 'delimiter' | 'columns' | 'width' | 'zoneName' | 'firstRow'
> {
  readonly header: readonly string[];
}

function layOutRows(file: string, rows: readonly Row[], table: TableLayout): Layout | string {
  const { header, ...rest } = table;
  const { columns, delimiter } = table;
  const texts = rows.map(({ cells }) => writtenTime(cells, columns));
  const order = findDayOrder(texts);
  const [text = ''] = texts;
  if (order === null)
    return ` has times like “${text}”, in which ${text.slice(0, 2)} may be the day or month: write them like 2026-05-13 06:10:00`;
  const times = texts.flatMap((one) => parseTime(one, order) ?? []);
  const step = findStep(times.map(({ at }) => at));
  if (typeof step === 'string') return ` ${step}`;
  const prices = rows.flatMap(({ cells }) => [
    cells[columns.open] ?? '',
    cells[columns.close] ?? '',
  ]);
  const isAbsolute = times[0]?.isAbsolute ?? false;
  const [{ cells } = { cells: [] }] = rows;
  const format = findFormat({ file, header, cells, delimiter, isAbsolute });
  return { ...rest, format, mark: inferMark(prices), order, step, isAbsolute };
}
