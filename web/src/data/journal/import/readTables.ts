import { decodeText, parseTable } from '@quantalgo/contracts/tables';
import { readHtml } from './readHtml';
import { readXlsx } from './readXlsx';
import { MAX_FILE_BYTES, type Table, UnreadableFileError } from './table';

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const OTHERS: readonly (readonly [signature: readonly number[], what: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x52, 0x49, 0x46, 0x46], 'a picture'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a compressed file'],
  [[0x52, 0x61, 0x72, 0x21], 'a compressed file'],
];

const EXPORT_TABLE = 'Export your trades as CSV or XLSX, then choose that file.';

/** The name of the stream in which Excel encrypts a workbook. */
const ENCRYPTED = 'EncryptedPackage';

function includesUtf16(bytes: Uint8Array, text: string): boolean {
  const [first = 0] = new TextEncoder().encode(text);
  const isAt = (at: number) =>
    Array.from(text).every(
      (letter, index) =>
        bytes[at + 2 * index] === letter.charCodeAt(0) && bytes[at + 2 * index + 1] === 0,
    );
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (isAt(at)) return true;
  return false;
}

const refuseOle = (bytes: Uint8Array): never => {
  throw new UnreadableFileError(
    includesUtf16(bytes, ENCRYPTED)
      ? 'This workbook is protected by a password. Save it without one, then choose it again.'
      : 'This is an old Excel file (XLS). Save it as XLSX or CSV, then choose that file.',
  );
};

const isMarkup = (text: string): boolean =>
  /^\s*</.test(text) && /<(?:table|html|workbook)[\s>]/i.test(text.slice(0, 100_000));

/**
 * The tables of a file: CSV, an Excel workbook, or MetaTrader's HTML. Its bytes decide, not its name or type.
 * @throws UnreadableFileError
 */
export async function readTables(bytes: Uint8Array): Promise<readonly Table[]> {
  if (bytes.length === 0) throw new UnreadableFileError('This file is empty.');
  if (bytes.length > MAX_FILE_BYTES)
    throw new UnreadableFileError(
      `This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Export fewer days, then choose that file.`,
    );
  if (startsWith(bytes, ZIP)) return readXlsx(bytes);
  if (startsWith(bytes, OLE)) return refuseOle(bytes);
  const other = OTHERS.find(([signature]) => startsWith(bytes, signature));
  if (other) throw new UnreadableFileError(`This is ${other[1]}, not a table. ${EXPORT_TABLE}`);
  const text = decodeText(bytes);
  if (isMarkup(text)) {
    const tables = readHtml(text);
    if (tables.length > 0) return tables;
    throw new UnreadableFileError(`This page holds no table. ${EXPORT_TABLE}`);
  }
  if (text.includes('\0')) throw new UnreadableFileError(`This isn’t a table. ${EXPORT_TABLE}`);
  if (text.trim() === '') throw new UnreadableFileError('This file is empty.');
  const rows = parseTable(text).map((row) => row.map((cell) => cell.trim()));
  return [{ name: null, rows }];
}
