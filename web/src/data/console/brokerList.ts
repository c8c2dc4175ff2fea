import {
  adminProofsEndpoints,
  BROKER_CSV_MAX_LENGTH,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import {
  type BrokerTable,
  findBrokerTable,
  getFirstLine,
  type LineProblem,
} from '@quantalgo/contracts/submissions/brokerList';
import { decodeText } from '@quantalgo/contracts/core/tables';
import { call } from '../auth/call';
import { ApiError } from '../core/errors';
import { readTables } from '../journal/import/readTables';
import { UnreadableFileError } from '../journal/import/table';
import { runAsStaff } from './queries';

/** `offset`: a line's number in the file minus its number in this part. */
interface ListPart {
  readonly csv: string;
  readonly offset: number;
}

const toCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const toLine = (row: readonly string[]): string => row.map(toCell).join(',');

/** In bytes of the call's JSON, where the quotes stand for the escaped line break. */
const measureLine = (line: string): number => new TextEncoder().encode(JSON.stringify(line)).length;

/** @param maxLength bytes */
export function splitList(
  { header, headerLine, rows }: BrokerTable,
  maxLength = BROKER_CSV_MAX_LENGTH,
): ListPart[] {
  const head = ['sep=,', toLine(header)];
  const headLength = head.reduce((sum, line) => sum + measureLine(line), 0);
  const parts: ListPart[] = [];
  let lines: string[] = [];
  let length = headLength;
  let lineCount = 0;
  const finishPart = () => {
    parts.push({
      csv: [...head, ...lines].join('\n'),
      offset: headerLine - head.length + lineCount,
    });
    lineCount += lines.length;
    lines = [];
    length = headLength;
  };
  for (const line of rows.map(toLine)) {
    if (lines.length > 0 && length + measureLine(line) > maxLength) finishPart();
    lines.push(line);
    length += measureLine(line);
  }
  if (lines.length > 0) finishPart();
  return parts;
}

export interface ImportResult {
  readonly imported: number;
  readonly problems: readonly LineProblem[];
}

/** Of a workbook's sheets, the one with the columns. @throws ApiError if the file has no table */
async function readBrokerTable(bytes: Uint8Array): Promise<BrokerTable | LineProblem> {
  try {
    const tables = await readTables(bytes);
    const firstLine = getFirstLine(decodeText(bytes) ?? '');
    const results = tables.map(({ rows }) => findBrokerTable(rows, firstLine));
    const table = results.find((result) => !('problem' in result));
    return table ?? results[0] ?? findBrokerTable([], firstLine);
  } catch (error) {
    throw error instanceof UnreadableFileError ? new ApiError(error.message, 400) : error;
  }
}

/** `onPart` receives the imported share (0 to 1). */
export const importBrokerList = (
  bytes: Uint8Array,
  onPart: (share: number) => void,
): Promise<ImportResult> =>
  runAsStaff(async () => {
    const table = await readBrokerTable(bytes);
    if ('problem' in table) return { imported: 0, problems: [table] };
    const { decimalMark } = table;
    const parts = splitList(table);
    let sum: ImportResult = { imported: 0, problems: [] };
    for (const [index, { csv, offset }] of parts.entries()) {
      const body = { csv, decimalMark };
      const { data } = await call(adminProofsEndpoints.importBrokerList, { body });
      const problems = data.problems.map((item) => ({ ...item, line: item.line + offset }));
      sum = { imported: sum.imported + data.imported, problems: [...sum.problems, ...problems] };
      onPart((index + 1) / parts.length);
    }
    return sum;
  });
