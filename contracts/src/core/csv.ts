const FORMULA_START = /^[=+\-@\t\r]/;

export type CsvValue = string | number | null | undefined;

/**
 * Text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP, CSV injection).
 */
function formatCell(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '');
  const safeText = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",;|\t\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');

/** Prefix of a CSV file, because Excel otherwise assumes the system's legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';
