/** What a spreadsheet would take for a formula: it begins like one. */
const FORMULA = /^[=+\-@\t\r]/;

/** A value as a field of CSV: quoted, and never a formula to the spreadsheet that opens it. */
function field(value: string): string {
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** Rows as CSV after RFC 4180, whose fields no spreadsheet runs (OWASP, CSV injection). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The rows of a CSV text after RFC 4180; blank lines are rows of one empty field. A stray quote ends the text. */
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
