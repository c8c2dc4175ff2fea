import { DAY_MS } from '@quantalgo/contracts/core/time';
import { decodeText, parseTable } from '@quantalgo/contracts/core/tables';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import readSheets from 'read-excel-file/universal';
import { DOLLARS, findCurrencyInName } from './currency';
import { MAX_FILE_BYTES, type Table, UnreadableFileError } from './table';

const MAX_COLSPAN = 100;

interface OpenTable {
  readonly rows: string[][];
  cell: { text: string; readonly span: number } | null;
}

const isHidden = ({ class: name = '', style = '' }: Readonly<Record<string, string>>): boolean =>
  /\bhidden\b/.test(name) || /display:\s*none/i.test(style);

const toSpan = (colspan = '1'): number =>
  Math.min(MAX_COLSPAN, Math.max(1, Number.parseInt(colspan, 10) || 1));

const ROW_TAGS = new Set(['tr', 'row']);
const CELL_TAGS = new Set(['td', 'th', 'cell']);
const BREAK_TAGS = new Set(['br', 'div', 'p']);
const IGNORED_TAGS = new Set(['script', 'style', 'title']);

/** @param index of the next cell, from 1 */
function padRow(row: string[] | undefined, index: string | undefined): void {
  const missing = Math.min(MAX_COLSPAN, Number(index ?? 0)) - 1 - (row?.length ?? 0);
  for (let count = 0; count < missing; count += 1) row?.push('');
}

function readHtml(html: string): Table[] {
  const tables: Table[] = [];
  const open: OpenTable[] = [];
  let ignored = 0;
  const endCell = () => {
    const table = open.at(-1);
    if (!table?.cell) return;
    const { text, span } = table.cell;
    const blanks = Array.from({ length: span - 1 }, () => '');
    table.rows.at(-1)?.push(text.replace(/\s+/g, ' ').trim(), ...blanks);
    table.cell = null;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const table = open.at(-1);
      if (name === 'table') open.push({ rows: [], cell: null });
      else if (ROW_TAGS.has(name)) table?.rows.push([]);
      else if (CELL_TAGS.has(name) && table && !isHidden(attributes)) {
        // SpreadsheetML omits blank cells, and closes empty ones at once.
        endCell();
        padRow(table.rows.at(-1), attributes['ss:index']);
        table.cell = { text: '', span: toSpan(attributes['colspan']) };
      } else if (BREAK_TAGS.has(name) && table?.cell) table.cell.text += ' ';
      else if (IGNORED_TAGS.has(name)) ignored += 1;
    },
    ontext(text) {
      const cell = open.at(-1)?.cell;
      if (cell && ignored === 0) cell.text += text;
    },
    onclosetag(name) {
      if (CELL_TAGS.has(name)) endCell();
      else if (IGNORED_TAGS.has(name)) ignored -= 1;
      else if (name === 'table') {
        const table = open.pop();
        if (table) tables.push({ name: null, rows: table.rows });
      }
    },
  });
  parser.end(html);
  return tables.filter(({ rows }) => rows.length > 0);
}

/** `€` for `#,##0.00 [$€-407]`, null for dollars and formats without a currency. */
function findForeignCurrency(format: string): string | null {
  const currency = findCurrencyInName(format.replace(/\[\$([^\]-]*)[^\]]*\]/g, ' $1 '));
  return currency === DOLLARS ? null : currency;
}

/** By the index that cells state as their style. */
function readForeignCurrencies(styles: string): (string | null)[] {
  const formats = new Map<string, string | null>();
  const currencies: (string | null)[] = [];
  let isInCellStyles = false;
  const parser = new Parser(
    {
      onopentag(name, { numFmtId = '', formatCode = '' }) {
        if (name === 'cellXfs') isInCellStyles = true;
        else if (name === 'numFmt') formats.set(numFmtId, findForeignCurrency(formatCode));
        else if (name === 'xf' && isInCellStyles) currencies.push(formats.get(numFmtId) ?? null);
      },
      onclosetag(name) {
        if (name === 'cellXfs') isInCellStyles = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(styles);
  return currencies;
}

const NUMBER_CELL = /<c\b([^>]*)>(?:<f\b[^>]*\/>|<f\b[^>]*>[^<]*<\/f>)?<v>([^<]*)<\/v><\/c>/g;

/** Adds the currency of its format to each number, because the library drops formats. */
const writeCurrencies = (sheet: string, currencies: readonly (string | null)[]): string =>
  sheet.replace(NUMBER_CELL, (cell, attributes: string, value: string) => {
    const currency = currencies[Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? -1)] ?? null;
    if (currency === null || /\bt="(?!n")/.test(attributes)) return cell;
    const place = /\br="\w+"/.exec(attributes)?.[0] ?? '';
    const text = `${formatNumber(Number(value))} ${currency}`;
    return `<c ${place} t="inlineStr"><is><t>${text}</t></is></c>`;
  });

const MAX_UNPACKED_BYTES = 200_000_000;

const NOT_A_WORKBOOK =
  'This file is damaged or isn’t an Excel workbook. Save it again as XLSX or CSV, then choose that file.';

/**
 * Repacks the file uncompressed, because the library would otherwise unzip it in workers, which the
 * content security policy forbids.
 */
function repack(bytes: Uint8Array): ArrayBuffer {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNPACKED_BYTES)
        throw new UnreadableFileError(
          'This workbook is too large. Export fewer days, then choose that file.',
        );
      return true;
    },
  });
  const styles = parts['xl/styles.xml'];
  const currencies = styles ? readForeignCurrencies(strFromU8(styles)) : [];
  if (currencies.some((currency) => currency !== null))
    for (const [name, part] of Object.entries(parts))
      if (name.startsWith('xl/worksheets/'))
        parts[name] = strToU8(writeCurrencies(strFromU8(part), currencies));
  const { buffer, byteOffset, byteLength } = zipSync(parts, { level: 0 });
  return new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}

/**
 * Formulas leave errors beyond the twelfth digit, which spreadsheets don't show. Integers may be
 * tickets. As text, `1.085` could be read as 1,085. `1.0850` can't.
 */
function formatNumber(value: number): string {
  const text = String(Number.isInteger(value) ? value : Number(value.toPrecision(12)));
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

const isMidnight = (date: Date): boolean => Math.round(date.getTime() / 1000) % 86_400 === 0;

/**
 * `2026-11-20 14:10:03`, or only the time on the first day. Spreadsheets have no zone, and store
 * plain times on the first day of 1900.
 */
function formatDate(date: Date, isDay: boolean): string {
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const [day = '', time = ''] = iso.split('T');
  if (date.getTime() < Date.UTC(1900, 0, 1) + DAY_MS) return time.slice(0, 8);
  return isDay ? day : `${day} ${time.slice(0, 8)}`;
}

function toText(cell: unknown, isDayColumn: boolean): string {
  if (typeof cell === 'number') return formatNumber(cell);
  if (cell instanceof Date) return formatDate(cell, isDayColumn);
  if (typeof cell === 'string') return cell.replace(/\s+/g, ' ').trim();
  return typeof cell === 'boolean' ? String(cell) : '';
}

function findDayColumns(rows: readonly (readonly unknown[])[]): ReadonlySet<number> {
  const dayColumns = new Set<number>();
  const timedColumns = new Set<number>();
  for (const row of rows)
    for (const [column, cell] of row.entries())
      if (cell instanceof Date) (isMidnight(cell) ? dayColumns : timedColumns).add(column);
  return new Set([...dayColumns].filter((column) => !timedColumns.has(column)));
}

async function readXlsx(bytes: Uint8Array): Promise<Table[]> {
  try {
    const sheets = await readSheets(repack(bytes));
    return sheets.map(({ sheet, data }) => {
      const days = findDayColumns(data);
      const rows = data.map((row) => row.map((cell, column) => toText(cell, days.has(column))));
      return { name: sheet, rows };
    });
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError(NOT_A_WORKBOOK);
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

const OTHER_FORMATS: readonly (readonly [signature: readonly number[], what: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x52, 0x49, 0x46, 0x46], 'a picture'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a compressed file'],
  [[0x52, 0x61, 0x72, 0x21], 'a compressed file'],
];

const EXPORT_TABLE = 'Export the data as CSV or XLSX, then choose that file.';

const NOT_A_TABLE = `This isn’t a table. ${EXPORT_TABLE}`;

const UNKNOWN_LETTERS =
  'The letters in this file can’t be read. Save it as CSV UTF-8, then choose that file.';

const ENCRYPTED_STREAM = 'EncryptedPackage';

function includesUtf16(bytes: Uint8Array, text: string): boolean {
  const [first = 0] = new TextEncoder().encode(text);
  const isAt = (offset: number) =>
    Array.from(text).every(
      (letter, index) =>
        bytes[offset + 2 * index] === letter.charCodeAt(0) && bytes[offset + 2 * index + 1] === 0,
    );
  for (let offset = bytes.indexOf(first); offset >= 0; offset = bytes.indexOf(first, offset + 1))
    if (isAt(offset)) return true;
  return false;
}

const refuseOle = (bytes: Uint8Array): never => {
  throw new UnreadableFileError(
    includesUtf16(bytes, ENCRYPTED_STREAM)
      ? 'This workbook is password-protected. Save it without a password, then choose it again.'
      : 'This is an old Excel file (XLS). Save it as XLSX or CSV, then choose that file.',
  );
};

const isMarkup = (text: string): boolean =>
  /^\s*</.test(text) && /<(?:table|html|workbook)[\s>]/i.test(text.slice(0, 100_000));

/**
 * Reads CSV, Excel workbooks and MetaTrader's HTML. Detects the format from the bytes, because
 * names and types are often wrong.
 * @throws UnreadableFileError
 */
export async function readTables(bytes: Uint8Array): Promise<readonly Table[]> {
  if (bytes.length === 0) throw new UnreadableFileError('This file is empty.');
  if (bytes.length > MAX_FILE_BYTES)
    throw new UnreadableFileError(
      `This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Export fewer days, then choose that file.`,
    );
  if (startsWith(bytes, ZIP_SIGNATURE)) return readXlsx(bytes);
  if (startsWith(bytes, OLE_SIGNATURE)) return refuseOle(bytes);
  const otherFormat = OTHER_FORMATS.find(([signature]) => startsWith(bytes, signature));
  if (otherFormat)
    throw new UnreadableFileError(`This is ${otherFormat[1]}, not a table. ${EXPORT_TABLE}`);
  const text = decodeText(bytes);
  if (text === null)
    throw new UnreadableFileError(bytes.includes(0) ? NOT_A_TABLE : UNKNOWN_LETTERS);
  if (isMarkup(text)) {
    const tables = readHtml(text);
    if (tables.length > 0) return tables;
    throw new UnreadableFileError(`This page has no table. ${EXPORT_TABLE}`);
  }
  if (text.includes('\0')) throw new UnreadableFileError(NOT_A_TABLE);
  if (text.trim() === '') throw new UnreadableFileError('This file is empty.');
  const rows = parseTable(text).map((row) => row.map((cell) => cell.trim()));
  return [{ name: null, rows }];
}
