import { parseTable } from '@quantalgo/contracts/tables';

/** One account in the broker's list. */
export interface BrokerAccount {
  readonly traderId: string;
  readonly underOurLink: boolean;
  readonly funded: boolean;
  /** Dollars; null where the list states none. */
  readonly amount: number | null;
}

/** A list's accounts, and the lines that could not be read. */
export interface BrokerList {
  readonly accounts: readonly BrokerAccount[];
  readonly problems: readonly { readonly line: number; readonly problem: string }[];
}

const COLUMNS = ['trader_id', 'under_our_link', 'funded', 'amount'] as const;
type Column = (typeof COLUMNS)[number];

const YES = new Set(['yes', 'true', '1']);
const NO = new Set(['no', 'false', '0', '']);
const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;

function answer(text: string): boolean | null {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/** The account in a row, or the row's error. */
function accountOf(cell: (column: Column) => string): BrokerAccount | string {
  const traderId = cell('trader_id');
  if (traderId === '' || traderId.length > 64) return 'trader_id must have 1 to 64 characters';
  const underOurLink = answer(cell('under_our_link'));
  if (underOurLink === null) return 'under_our_link must be yes or no';
  const funded = answer(cell('funded'));
  if (funded === null) return 'funded must be yes or no';
  const amount = cell('amount').replace(/[$\s,]/g, '');
  if (amount !== '' && !AMOUNT.test(amount)) return 'amount must be dollars';
  return { traderId, underOurLink, funded, amount: amount === '' ? null : Number(amount) };
}

/** Reads the broker's list of accounts, a CSV whose first line names the columns in any order. */
export function readBrokerList(csv: string): BrokerList {
  const [head = [], ...rows] = parseTable(csv);
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.find((column) => !names.includes(column));
  if (missing !== undefined)
    return { accounts: [], problems: [{ line: 1, problem: `The column ${missing} is missing` }] };
  const accounts: BrokerAccount[] = [];
  const problems: { line: number; problem: string }[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const account = accountOf((column) => (row[names.indexOf(column)] ?? '').trim());
    if (typeof account === 'string') problems.push({ line: index + 2, problem: account });
    else accounts.push(account);
  }
  return { accounts, problems };
}
