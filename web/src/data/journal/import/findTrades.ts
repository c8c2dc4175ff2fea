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

const isSameRow = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

/**
 * Splits a table at its headers, because a report lists positions, orders and deals below each
 * other.
 */
function toSections({ name, rows }: Table): TradeTable[] {
  const sections: { header: readonly string[]; rows: TableRow[] }[] = [];
  let title: TableRow | null = null;
  for (const [at, cells] of rows.entries()) {
    const filled = countFilled(cells);
    if (filled === 0) continue;
    const row = { line: at + 1, cells };
    const section = sections.at(-1);
    if (isHeader(cells)) {
      // A header that is repeated on each page starts a new section only if a title precedes it.
      if (title || !section || !isSameRow(section.header, cells))
        sections.push({ header: cells, rows: [] });
      title = null;
    } else {
      if (title) section?.rows.push(title);
      title = filled === 1 ? row : null;
      if (!title) section?.rows.push(row);
    }
  }
  if (title) sections.at(-1)?.rows.push(title);
  return sections.map((section) => ({ sheet: name, ...section }));
}

const nameColumns = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Column ${at + 1}`);

/** If no header is recognised, uses the row above the first trade, or numbers the columns. */
function findUnknownTable({ name, rows }: Table): TradeTable | null {
  const all = rows
    .map((cells, at) => ({ line: at + 1, cells }))
    .filter(({ cells }) => countFilled(cells) > 1);
  const first = all.findIndex(isTrade);
  const timed = first >= 0 ? first : all.findIndex(({ cells }) => cells.some(hasTime));
  const start = timed >= 0 ? timed : 1;
  if (start >= all.length) return null;
  const above = all[start - 1];
  const width = Math.max(...all.slice(start).map(({ cells }) => cells.length));
  const header = above
    ? nameColumns(width).map((text, at) => above.cells[at] || text)
    : nameColumns(width);
  return { sheet: name, header, rows: all.slice(start) };
}

const NO_TRADES = 'This file holds no trades: no row has a time with a pair. Choose another one.';

export function findTrades(tables: readonly Table[]): TradeTable {
  const sections = tables.flatMap(toSections);
  const others = tables.flatMap((table) => findUnknownTable(table) ?? []);
  const trades =
    sections.find(({ rows }) => rows.some(isTrade)) ??
    others.find(({ rows }) => rows.some(isTrade)) ??
    sections.find(({ rows }) => rows.length > 0) ??
    others[0];
  if (!trades) throw new UnreadableFileError(NO_TRADES);
  return trades;
}
