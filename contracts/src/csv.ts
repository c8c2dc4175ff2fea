/** First characters by which a spreadsheet recognises a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A value in a table; null and undefined are empty cells. */
export type CsvValue = string | number | null | undefined;

/** What divides the columns. */
export type CsvMark = ',' | ';' | '\t';

/** Text that a spreadsheet would run gets a leading apostrophe (OWASP, CSV injection); numbers remain numbers. */
function cellOf(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '');
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows as CSV (RFC 4180), with cells that no spreadsheet runs. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/**
 * The rows of a CSV text (RFC 4180), without its byte order mark; a blank line is a row of one empty cell. A quote that
 * closes nothing is a character like any other.
 */
export function parseCsv(text: string, mark: CsvMark = ','): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r\\n|\\n|\\r|$)`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [, quoted, plain = '', end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === mark) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}
