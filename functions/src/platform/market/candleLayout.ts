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
  hasTickColumns,
  readHeader,
  getDefaultColumns,
} from './candleFormats';
import { type DayOrder, findDayOrder, parseTime } from './candleTime';

export interface Layout {
  readonly format: CandleFormat;
  readonly lineEnd: '\n' | '\r';
  readonly delimiter: string;
  readonly decimalMark: DecimalMark;
  readonly dayOrder: DayOrder;
  readonly columns: Columns;
  readonly width: number;
  /** From 1, counting empty rows. */
  readonly firstRow: number;
  /** Time between rows in ms: five minutes or one. */
  readonly step: number;
  readonly zoneName: string | null;
  readonly isAbsolute: boolean;
}

export const NATIVE_HEADER = 'time,open,high,low,close,volume';

const EXPORT_HINT = 'export five-minute (M5) or one-minute (M1) candles';

const DELIMITERS = ['\t', ';', '|', ','];

/** One more than a tick's time, bid and ask. */
const MIN_CELLS = 4;

const MAX_HEADER_ROWS = 10;

export function splitLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  return parseTable(`sep=${delimiter}\n${line}`)[0] ?? [];
}

const UNSUPPORTED_SIGNATURES = [
  ['PK', 'is a ZIP archive or an Excel workbook: unpack it, or save the workbook as CSV'],
  ['\u001F', 'is compressed: unpack it'],
  ['PAR1', 'is a Parquet file: save its table as CSV'],
  ['<', 'is a web page, not a table: download the CSV file itself'],
  ['{', 'is JSON, not a table: export CSV'],
  ['[', 'is JSON, not a table: export CSV'],
] as const;

/** MetaTrader's `<DATE>` begins like a web page. */
const TAGGED_HEADER = /^<(?:DATE|DTYYYYMMDD|TICKER|TIME)>/i;

function describeUnsupportedFile(head: string): string | null {
  const text = head.trimStart();
  if (text === '') return 'is empty';
  if (TAGGED_HEADER.test(text)) return null;
  return UNSUPPORTED_SIGNATURES.find(([beginning]) => text.startsWith(beginning))?.[1] ?? null;
}

interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

const inferDecimalMark = (prices: readonly string[]): DecimalMark =>
  findDecimalMark(prices) ?? (prices.some((text) => text.includes(',')) ? ',' : '.');

function formatDuration(ms: number): string {
  const units = [
    [DAY_MS, 'a day', 'days'],
    [HOUR_MS, 'an hour', 'hours'],
    [MINUTE_MS, 'a minute', 'minutes'],
    [1000, 'a second', 'seconds'],
  ] as const;
  const [size, singular, plural] = units.find(([unit]) => ms % unit === 0) ?? [
    1,
    'a millisecond',
    'ms',
  ];
  return ms === size ? singular : `${ms / size} ${plural}`;
}

/** Most frequent distance (ms) between rows, or a string that describes the flaw. */
function findStep(times: readonly number[]): number | string {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const forward = gaps.filter((gap) => gap > 0);
  if (forward.length === 0)
    return gaps.some((gap) => gap < 0)
      ? 'lists the newest row first: sort the rows oldest first'
      : SLOT_MS;
  const counts = new Map<number, number>();
  for (const gap of forward) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [[mostFrequent, count] = [SLOT_MS, 0]] = [...counts].toSorted(
    (a, b) => b[1] - a[1] || a[0] - b[0],
  );
  if (mostFrequent === SLOT_MS || mostFrequent === MINUTE_MS) return mostFrequent;
  // Longer gaps may be holes in five-minute rows.
  if (count === 1 || counts.has(SLOT_MS)) return SLOT_MS;
  return `has rows ${formatDuration(mostFrequent)} apart: ${EXPORT_HINT}`;
}

/** Yahoo Finance writes up to two more header rows. */
function findHeader(rows: readonly Row[]) {
  const candidates = rows.slice(0, MAX_HEADER_ROWS).map(({ cells }) => readHeader(cells));
  const index = candidates.findIndex(({ header }) => isHeader(header));
  const match = candidates[index];
  if (!match) return null;
  const hasOnlyTime = (cells: readonly string[] = []) =>
    isHeader(readHeader(cells).header) && cells.slice(1).every((cell) => cell === '');
  const extraRowCount = [1, 2].find((count) => hasOnlyTime(rows[index + count]?.cells)) ?? 0;
  const dataRows = rows.slice(index + extraRowCount + 1);
  return { ...match, number: rows[index]?.number ?? 1, rows: dataRows };
}

const hasTimeOfDayColumn = ([day = '', hour = '']: readonly string[]): boolean =>
  parseTime(hour) === null && !day.includes(' ') && parseTime(`${day} ${hour}`) !== null;

export function getTimeText(cells: readonly string[], { time, timeOfDay }: Columns): string {
  const text = cells[time]?.trim() ?? '';
  return timeOfDay === null ? text : `${text} ${cells[timeOfDay]?.trim() ?? ''}`;
}

function splitHead(head: string, isWhole: boolean) {
  const lineEnd: Layout['lineEnd'] = head.includes('\n') ? '\n' : '\r';
  const lines = head.split(lineEnd).map((line) => line.replace(/\r$/, ''));
  if (!isWhole && lines.length > 1) lines.pop();
  const numberedLines = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ line, number: index + 1 }],
  );
  const [, separator] = /^sep=(.)$/i.exec(numberedLines[0]?.line ?? '') ?? [];
  if (separator !== undefined) numberedLines.shift();
  const headRows = numberedLines.slice(0, MAX_HEADER_ROWS);
  const delimiter =
    separator ??
    DELIMITERS.find((candidate) =>
      headRows.some(({ line }) => line.split(candidate).length >= MIN_CELLS),
    ) ??
    ',';
  const rows = numberedLines.map(({ line, number }) => ({
    number,
    cells: splitLine(line, delimiter),
  }));
  return { lineEnd, delimiter, rows, nextRow: lines.length + 1 };
}

/**
 * Returns an error message, to append to the file name, if the file isn't a readable candle table.
 * @param isWhole true if `head` is the whole file
 */
export function recogniseLayout(file: string, head: string, isWhole: boolean): Layout | string {
  const flaw = describeUnsupportedFile(head);
  if (flaw !== null) return ` ${flaw}`;
  const { lineEnd, delimiter, rows, nextRow } = splitHead(head, isWhole);
  const [topRow] = rows;
  if (!topRow) return ' contains no candles';
  const headerMatch = findHeader(rows);
  if (headerMatch) {
    const { header, zone, number } = headerMatch;
    if (hasTickColumns(header)) return ` contains ticks: ${EXPORT_HINT}`;
    const columns = findColumns(header);
    if (typeof columns === 'string') return `, row ${number} has no column for the ${columns}`;
    const firstRow = headerMatch.rows[0]?.number ?? nextRow;
    const width = header.length;
    const table = { lineEnd, delimiter, columns, header, width, zoneName: zone, firstRow };
    return buildLayout(file, headerMatch.rows, table);
  }
  const hasTimeOfDay = hasTimeOfDayColumn(topRow.cells);
  if (!hasTimeOfDay && parseTime(topRow.cells[0]?.trim() ?? '') === null)
    return `, row ${topRow.number} is not a known candle header, such as ${NATIVE_HEADER}`;
  const width = topRow.cells.length;
  if (width < (hasTimeOfDay ? MIN_CELLS + 2 : MIN_CELLS + 1))
    return ` contains ticks: ${EXPORT_HINT}`;
  const columns = getDefaultColumns(topRow.cells, hasTimeOfDay);
  const table = { lineEnd, delimiter, columns, header: [], width, zoneName: null };
  return buildLayout(file, rows, { ...table, firstRow: topRow.number });
}

interface TableLayout extends Pick<
  Layout,
  'lineEnd' | 'delimiter' | 'columns' | 'width' | 'zoneName' | 'firstRow'
> {
  readonly header: readonly string[];
}

function buildLayout(file: string, rows: readonly Row[], table: TableLayout): Layout | string {
  const { header, ...tableLayout } = table;
  const { columns, delimiter } = table;
  const texts = rows.map(({ cells }) => getTimeText(cells, columns));
  const dayOrder = findDayOrder(texts);
  const [text = ''] = texts;
  if (dayOrder === null)
    return ` has times like “${text}”, where ${text.slice(0, 2)} may be the day or month: write them like 2026-05-13 06:10:00`;
  const times = texts.flatMap((value) => parseTime(value, dayOrder) ?? []);
  const step = findStep(times.map(({ at }) => at));
  if (typeof step === 'string') return ` ${step}`;
  const prices = rows.flatMap(({ cells }) => [
    cells[columns.open] ?? '',
    cells[columns.close] ?? '',
  ]);
  const isAbsolute = times[0]?.isAbsolute ?? false;
  const [{ cells } = { cells: [] }] = rows;
  const format = findFormat({ file, header, cells, delimiter, isAbsolute });
  const decimalMark = inferDecimalMark(prices);
  return { ...tableLayout, format, decimalMark, dayOrder, step, isAbsolute };
}
