import { cleanAccountId } from '@quantalgo/contracts/core/identity';
import { toLatin } from '@quantalgo/contracts/core/lookalikes';
import { type DecimalMark, parseMoney } from '@quantalgo/contracts/core/money';
import {
  type BrokerColumn,
  type BrokerTable,
  type LineProblem,
  parseBrokerTable,
} from '@quantalgo/contracts/submissions/brokerList';

export interface BrokerAccount {
  readonly traderId: string;
  readonly underOurLink: boolean;
  readonly funded: boolean;
  readonly amount: number | null;
}

/** Three zeros after a point or comma may be a group of digits: `98.000`. */
const ZERO_DECIMALS = /^(\d{4,})[.,]0+$|^(\d{1,3}(?:[,.' ]\d{3})*)[.,]0{1,2}$/;

/** Also strips the decimals of ids that spreadsheets wrote as numbers: `98765432.0`. */
const cleanListedId = (text: string): string => cleanAccountId(text).replace(ZERO_DECIMALS, '$1$2');

/** Letters and digits of a broker id, to match its spellings in lists, proofs and setups. */
export function toAccountKey(traderId: string): string {
  const id = toLatin(cleanListedId(traderId)).toLowerCase();
  return id.replace(/[^\p{L}\p{N}]/gu, '') || id;
}

export interface BrokerList {
  readonly accounts: readonly BrokerAccount[];
  readonly problems: readonly LineProblem[];
}

const YES_WORDS = new Set(['yes', 'y', 'true', '1']);
const NO_WORDS = new Set(['no', 'n', 'false', '0', '']);

const MAX_AMOUNT = 1e12;

function parseAnswer(text: string): boolean | null {
  const word = text.toLowerCase();
  if (YES_WORDS.has(word)) return true;
  return NO_WORDS.has(word) ? false : null;
}

const isDollars = (amount: number): boolean =>
  amount >= 0 && amount < MAX_AMOUNT && Number(amount.toFixed(2)) === amount;

const isBlank = (cell: string): boolean => cell.trim() === '';

const MAX_QUOTE_LENGTH = 40;

/** `9.87654E+11`, or without the plus sign as some exports write it. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+e\+?|e\+)\d+$/i;

/** Null for an id that may be an account's. */
function describeIdProblem(traderId: string): string | null {
  if (SHORTENED_NUMBER.test(traderId))
    return ': Excel shortened this ID. Format the column as text, then export again.';
  return /\d/.test(traderId) ? null : ' has no digit. If this line isn’t an account, delete it.';
}

function parseAccount(
  row: readonly string[],
  { header, columns }: BrokerTable,
  mark: DecimalMark | null,
): BrokerAccount | string {
  if (!row.slice(header.length).every(isBlank))
    return `${row.length} cells, but ${header.length} columns. If an amount has a comma, put it in quotes.`;
  const getCell = (column: BrokerColumn) => (row[columns[column]] ?? '').trim();
  const getHeader = (column: BrokerColumn) => (header[columns[column]] ?? column).trim();
  const quote = (column: BrokerColumn) =>
    `${getHeader(column)} “${getCell(column).slice(0, MAX_QUOTE_LENGTH)}”`;
  const traderId = cleanListedId(getCell('trader_id'));
  if (traderId === '' || traderId.length > 64)
    return `${getHeader('trader_id')} must have 1 to 64 characters`;
  const idProblem = describeIdProblem(traderId);
  if (idProblem !== null) return quote('trader_id') + idProblem;
  const underOurLink = parseAnswer(getCell('under_our_link'));
  if (underOurLink === null) return `${quote('under_our_link')} must be yes or no`;
  const funded = parseAnswer(getCell('funded'));
  if (funded === null) return `${quote('funded')} must be yes or no`;
  const { value: amount, problem } = parseMoney(getCell('amount'), mark);
  if (problem !== undefined) return `${quote('amount')}: ${problem}`;
  if (amount !== null && !isDollars(amount)) return `${quote('amount')} must be a dollar amount`;
  return { traderId, underOurLink, funded, amount };
}

/** @param decimalMark the whole list's, if `csv` is a part of it; null if ambiguous */
export function readBrokerList(csv: string, decimalMark?: DecimalMark | null): BrokerList {
  const table = parseBrokerTable(csv);
  if ('problem' in table) return { accounts: [], problems: [table] };
  const mark = decimalMark === undefined ? table.decimalMark : decimalMark;
  const accounts: BrokerAccount[] = [];
  const problems: LineProblem[] = [];
  for (const [index, row] of table.rows.entries()) {
    if (row.every(isBlank)) continue;
    const account = parseAccount(row, table, mark);
    if (typeof account === 'string')
      problems.push({ line: table.headerLine + index + 1, problem: account });
    else accounts.push(account);
  }
  return { accounts, problems };
}
