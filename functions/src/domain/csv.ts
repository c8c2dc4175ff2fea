/** First characters by which a spreadsheet recognises a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A value as a CSV field: quoted, and escaped where a spreadsheet would run it as a formula. */
function field(value: string): string {
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** Rows as CSV by RFC 4180, with fields that no spreadsheet runs (OWASP, CSV injection). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The rows of a CSV text by RFC 4180; blank lines are rows of one empty field. Parsing stops at a stray quote. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const found = FIELD.exec(text);
    if (!found) break;
    const [, quoted, plain = '', end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}
