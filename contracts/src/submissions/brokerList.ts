import { type DecimalMark, findDecimalMark } from '../core/money';
import { parseTable } from '../core/tables';

const BROKER_COLUMNS = ['trader_id', 'under_our_link', 'funded', 'amount'] as const;

export type BrokerColumn = (typeof BROKER_COLUMNS)[number];

export interface BrokerTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly headerLine: number;
  readonly columns: Readonly<Record<BrokerColumn, number>>;
  /** The amounts' decimal mark. Null if ambiguous. */
  readonly decimalMark: DecimalMark | null;
}

export interface LineProblem {
  readonly line: number;
  readonly problem: string;
}

const toPlainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replace(/^amountusd$/, 'amount');

const PLAIN_NAMES = BROKER_COLUMNS.map(toPlainName);

function findColumns(row: readonly string[]): Record<BrokerColumn, number> {
  const names = row.map(toPlainName);
  const [traderId = -1, link = -1, funded = -1, amount = -1] = PLAIN_NAMES.map((name) =>
    names.indexOf(name),
  );
  return { trader_id: traderId, under_our_link: link, funded, amount };
}

const findMissing = (columns: Record<BrokerColumn, number>): BrokerColumn[] =>
  BROKER_COLUMNS.filter((column) => columns[column] < 0);

/** The line of the first row, because `parseTable` skips Excel's `sep=` line. */
export const getFirstLine = (csv: string): number =>
  /^\uFEFF?sep=.(?:[\r\n]|$)/i.test(csv) ? 2 : 1;

/** The first row with all column names is the header. */
export function findBrokerTable(
  table: readonly (readonly string[])[],
  firstLine: number,
): BrokerTable | LineProblem {
  const missingByRow = table.map((row) => findMissing(findColumns(row)));
  // Not spread into Math.min, which overflows the stack with a hundred thousand rows.
  const fewestMissing = missingByRow.reduce<number>(
    (fewest, { length }) => Math.min(fewest, length),
    BROKER_COLUMNS.length,
  );
  const headerIndex = Math.max(
    0,
    missingByRow.findIndex(({ length }) => length === fewestMissing),
  );
  const [missingColumn] = missingByRow[headerIndex] ?? [...BROKER_COLUMNS];
  if (missingColumn !== undefined)
    return { line: firstLine + headerIndex, problem: `The column ${missingColumn} is missing` };
  const [header = [], ...rows] = table.slice(headerIndex);
  const columns = findColumns(header);
  const amounts = rows.map((row) => row[columns.amount] ?? '');
  return {
    header,
    rows,
    headerLine: firstLine + headerIndex,
    columns,
    decimalMark: findDecimalMark(amounts),
  };
}

export const parseBrokerTable = (csv: string): BrokerTable | LineProblem =>
  findBrokerTable(parseTable(csv), getFirstLine(csv));
