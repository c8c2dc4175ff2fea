import { isSlotId } from '@quantalgo/contracts/core/slots';
import { parsePair, parseSide } from '@quantalgo/contracts/signals/pairText';
import { isHeader } from './columns';
import { type Table, UnreadableFileError } from './table';
import { readTime } from './times';

export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TradeTable {
  readonly sheet: string | null;
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

const countFilled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;

const hasTime = (cell: string): boolean => {
  const time = readTime(cell);
  return isSlotId(cell) || (time !== null && (time.at !== null || time.day !== null));
};

const isTrade = ({ cells }: TableRow): boolean =>
  cells.some(hasTime) && cells.some((cell) => parsePair(cell) !== null || parseSide(cell) !== null);

const isSameRow = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((cell, index) => cell === b[index]);

const isTitle = (row: readonly string[]): boolean => countFilled(row) === 1;

/** True for a row that could be a header in an unknown language. */
const hasOnlyWords = (row: readonly string[]): boolean =>
  countFilled(row) > 2 && !row.some((cell) => /\p{Nd}/u.test(cell));

/**
 * Splits a table at its headers, because a report lists positions, orders and deals one below the
 * other.
 */
function toSections({ name, rows }: Table): TradeTable[] {
  const sections: { header: readonly string[]; rows: TableRow[] }[] = [];
  let title: TableRow | null = null;
  for (const [index, cells] of rows.entries()) {
    if (countFilled(cells) === 0) continue;
    const row = { line: index + 1, cells };
    const section = sections.at(-1);
    if (isHeader(cells) || (section && title && hasOnlyWords(cells))) {
      // A header that is repeated on each page starts a new section only if a title precedes it.
      if (title || !section || !isSameRow(section.header, cells))
        sections.push({ header: cells, rows: [] });
      title = null;
    } else {
      if (title) section?.rows.push(title);
      title = isTitle(cells) ? row : null;
      if (!title) section?.rows.push(row);
    }
  }
  if (title) sections.at(-1)?.rows.push(title);
  return sections.map((section) => ({ sheet: name, ...section }));
}

const nameColumns = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Column ${index + 1}`);

/** Cuts off the next section of a report: a title and a header. */
function endAtNextSection(rows: readonly TableRow[]): readonly TableRow[] {
  const end = rows.findIndex(
    ({ cells }, index) => isTitle(cells) && hasOnlyWords(rows[index + 1]?.cells ?? []),
  );
  return end < 0 ? rows : rows.slice(0, end);
}

const isTableRow = ({ cells }: TableRow): boolean => countFilled(cells) > 1;

/** If no header is recognised, uses the row above the first trade, or numbers the columns. */
function findUnknownTable({ name, rows }: Table): TradeTable | null {
  const numberedRows = rows
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => countFilled(cells) > 0);
  const filledRows = numberedRows.filter(isTableRow);
  const firstTrade = filledRows.findIndex(isTrade);
  const firstTimed =
    firstTrade >= 0 ? firstTrade : filledRows.findIndex(({ cells }) => cells.some(hasTime));
  const start = firstTimed >= 0 ? firstTimed : 1;
  const firstRow = filledRows[start];
  if (!firstRow) return null;
  const rowAbove = filledRows[start - 1];
  const tableRows = endAtNextSection(numberedRows.slice(numberedRows.indexOf(firstRow))).filter(
    isTableRow,
  );
  // Not spread into Math.max, which overflows the stack with a hundred thousand rows.
  const width = tableRows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const header = rowAbove
    ? nameColumns(width).map((text, index) => rowAbove.cells[index] || text)
    : nameColumns(width);
  return { sheet: name, header, rows: tableRows };
}

const NO_TRADES =
  'This file has no trades: no row has both a time and a pair. Choose a different file.';

export function findTrades(tables: readonly Table[]): TradeTable {
  const sections = tables.flatMap(toSections);
  const fallbacks = tables.flatMap((table) => findUnknownTable(table) ?? []);
  const trades =
    sections.find(({ rows }) => rows.some(isTrade)) ??
    fallbacks.find(({ rows }) => rows.some(isTrade)) ??
    sections.find(({ rows }) => rows.length > 0) ??
    fallbacks[0];
  if (!trades) throw new UnreadableFileError(NO_TRADES);
  return trades;
}
