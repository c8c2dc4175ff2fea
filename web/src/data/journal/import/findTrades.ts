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
  /** Empty if the file isn't a workbook. */
  readonly sheets: readonly string[];
  readonly header: readonly string[];
  /** Lines count through all sheets. */
  readonly rows: readonly TableRow[];
  /** Titles of sheets and sections that have trades, but other columns. */
  readonly leftOut: readonly string[];
}

interface Section {
  readonly table: Table;
  readonly title: string | null;
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

/** True even if one has more empty cells at its end. */
const isSameRow = (a: readonly string[], b: readonly string[]): boolean =>
  (a.length < b.length ? b : a).every((_, index) => (a[index] ?? '') === (b[index] ?? ''));

const isTitle = (row: readonly string[]): boolean => countFilled(row) === 1;

/** True for a row that could be a header in an unknown language. */
const hasOnlyWords = (row: readonly string[]): boolean =>
  countFilled(row) > 2 && !row.some((cell) => /\p{Nd}/u.test(cell));

/**
 * Splits a table at its headers, because a report lists positions, orders and deals one below the
 * other.
 */
function toSections(table: Table): Section[] {
  const sections: (Section & { readonly rows: TableRow[] })[] = [];
  let title: TableRow | null = null;
  for (const [index, cells] of table.rows.entries()) {
    if (countFilled(cells) === 0) continue;
    const row = { line: index + 1, cells };
    const section = sections.at(-1);
    if (isHeader(cells) || (section && title && hasOnlyWords(cells))) {
      // A header that is repeated on each page starts a new section only if a title precedes it.
      if (title || !section || !isSameRow(section.header, cells)) {
        const name = title?.cells.find((cell) => cell !== '') ?? null;
        sections.push({ table, title: name, header: cells, rows: [] });
      }
      title = null;
    } else {
      if (title) section?.rows.push(title);
      title = isTitle(cells) ? row : null;
      if (!title) section?.rows.push(row);
    }
  }
  if (title) sections.at(-1)?.rows.push(title);
  return sections;
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
function findUnknownTable(table: Table): Section | null {
  const numberedRows = table.rows
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
  return { table, title: null, header, rows: tableRows };
}

const NO_TRADES =
  'This file has no trades: no row has both a time and a pair. Choose a different file.';

const hasTrades = ({ rows }: Section): boolean => rows.some(isTrade);

/** The lines of each further sheet continue those of the sheet before, so that none is repeated. */
function joinRows(sections: readonly Section[]): TableRow[] {
  const joined: TableRow[] = [];
  let offset = 0;
  for (const [index, { table, rows }] of sections.entries()) {
    const previous = sections[index - 1];
    if (previous && previous.table !== table) offset += previous.table.rows.length;
    for (const { line, cells } of rows) joined.push({ line: line + offset, cells });
  }
  return joined;
}

const getTitle = ({ table, title }: Section, main: Section): string =>
  ((table === main.table ? title : (table.name ?? title)) ?? 'an untitled table').replace(/:$/, '');

/** Joins all sheets and sections that have trades and the same columns. */
export function findTrades(tables: readonly Table[]): TradeTable {
  const sections = tables.flatMap(toSections);
  const fallbacks = tables.flatMap((table) => findUnknownTable(table) ?? []);
  const recognised = sections.filter(hasTrades);
  const unrecognised = fallbacks.filter(
    (fallback) => hasTrades(fallback) && !recognised.some(({ table }) => table === fallback.table),
  );
  const candidates = [...recognised, ...unrecognised];
  const main = candidates[0] ?? sections.find(({ rows }) => rows.length > 0) ?? fallbacks[0];
  if (!main) throw new UnreadableFileError(NO_TRADES);
  const isJoined = ({ header }: Section) => isSameRow(header, main.header);
  const joined = candidates.length > 0 ? candidates.filter(isJoined) : [main];
  const leftOut = candidates.filter((section) => !isJoined(section));
  return {
    sheets: [...new Set(joined.flatMap(({ table }) => table.name ?? []))],
    header: main.header,
    rows: joinRows(joined),
    leftOut: [...new Set(leftOut.map((section) => getTitle(section, main)))],
  };
}
