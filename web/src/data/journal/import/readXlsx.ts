import { unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { type Table, UnreadableFileError } from './table';

/** Most bytes that a workbook may unpack to. */
const MAX_UNPACKED_BYTES = 200_000_000;

const DAY_MS = 24 * 60 * 60_000;

const NOT_A_WORKBOOK =
  'This file is damaged, or not an Excel workbook. Save it again as XLSX or CSV, then choose that file.';

/** Without the need to unpack in workers of its own, which the content security policy forbids. */
function repack(bytes: Uint8Array): ArrayBuffer {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNPACKED_BYTES) throw new UnreadableFileError('This workbook is too large.');
      return true;
    },
  });
  const { buffer, byteOffset, byteLength } = zipSync(parts, { level: 0 });
  return new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}

/** A number that can be read one way only: `1.085` might be a thousand in text, `1.0850` can't. */
function numberText(value: number): string {
  const text = String(value);
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

const isMidnight = (date: Date): boolean => Math.round(date.getTime() / 1000) % 86_400 === 0;

/** Spreadsheets count days from 1900 and know no zone: `2026-11-20 14:10:03`, or the time alone of the first day. */
function dateText(date: Date, isDay: boolean): string {
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const [day = '', time = ''] = iso.split('T');
  if (date.getTime() < Date.UTC(1900, 0, 1) + DAY_MS) return time.slice(0, 8);
  return isDay ? day : `${day} ${time.slice(0, 8)}`;
}

function toText(cell: unknown, isDayColumn: boolean): string {
  if (typeof cell === 'number') return numberText(cell);
  if (cell instanceof Date) return dateText(cell, isDayColumn);
  if (typeof cell === 'string') return cell.replace(/\s+/g, ' ').trim();
  return typeof cell === 'boolean' ? String(cell) : '';
}

/** Columns whose dates are all at midnight hold days without times. */
function dayColumns(rows: readonly (readonly unknown[])[]): ReadonlySet<number> {
  const days = new Set<number>();
  const timed = new Set<number>();
  for (const row of rows)
    for (const [column, cell] of row.entries())
      if (cell instanceof Date) (isMidnight(cell) ? days : timed).add(column);
  return new Set([...days].filter((column) => !timed.has(column)));
}

/**
 * The sheets of an Excel workbook.
 * @throws UnreadableFileError
 */
export async function readXlsx(bytes: Uint8Array): Promise<Table[]> {
  try {
    const sheets = await readSheets(repack(bytes));
    return sheets.map(({ sheet, data }) => {
      const days = dayColumns(data);
      const rows = data.map((row) => row.map((cell, column) => toText(cell, days.has(column))));
      return { name: sheet, rows };
    });
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError(NOT_A_WORKBOOK);
  }
}
