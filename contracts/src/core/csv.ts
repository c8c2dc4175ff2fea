/** First characters by which a spreadsheet recognises a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A value in a table; null and undefined are empty cells. */
export type CsvValue = string | number | null | undefined;

/** Text that a spreadsheet would run gets a leading apostrophe (OWASP, CSV injection); numbers remain numbers. */
function cellOf(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '');
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",;|\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows as CSV (RFC 4180), with cells that no spreadsheet runs. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Begins a CSV file: without it, Excel reads the text in the system's old encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';
