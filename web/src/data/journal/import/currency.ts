import { parseMoney } from '@quantalgo/contracts/core/money';
import { PAIR_NAME, splitWords, toPlainName, toWordPattern } from './columnNames';

export const DOLLARS = 'USD';

/** `USD` for `$` and `USDT`, the word for a currency such as `NGN`, null for other words. */
function readCurrency(word: string): string | null {
  if (!/^[\p{L}\p{Sc}]+$/u.test(word)) return null;
  const { value, problem } = parseMoney(`1 ${word}`);
  if (value === 1) return DOLLARS;
  return problem === undefined ? null : word.toUpperCase();
}

/** A word or sign, such as `EUR`, `€` or `R$`. */
const NAME_PART = /(?<!\p{L})\p{L}{1,2}\p{Sc}|\p{L}+|\p{Sc}/u;

/** The currency in a name such as `Amount (€)`. If it has several, a foreign one. */
export function findCurrencyInName(name: string): string | null {
  const parts = splitWords(name).match(new RegExp(NAME_PART, 'gu')) ?? [];
  const currencies = parts.flatMap((part) => readCurrency(part) ?? []);
  return currencies.find((currency) => currency !== DOLLARS) ?? currencies[0] ?? null;
}

const CURRENCY_PART = new RegExp(`(?:(?<!\\p{L})(?:in|en|em|в) )?(${NAME_PART.source})`, 'giu');

/** `Amount` for `Amount, $`, `Amount in USD` and `Amount (EUR)`. */
export const stripCurrency = (name: string): string =>
  splitWords(name).replace(CURRENCY_PART, (part, word: string) =>
    readCurrency(word) === null ? part : ' ',
  );

const CURRENCY_NAME = toWordPattern(
  'currency ccy währung kontowährung devise monnaie moneda divisa moeda valuta валюта waluta ' +
    'döviz para\\sbirimi mata\\suang',
);

/** Currencies of prices and costs. */
const OTHER_CURRENCY_NAME = toWordPattern('base quote counter profit commission fee swap');

const readCurrencyCell = (cell: string): string | null =>
  readCurrency(cell) ?? (/^\p{L}{3}$/u.test(cell) ? cell.toUpperCase() : null);

type Cells = readonly string[];

function findCurrencyColumn(header: Cells, rows: readonly Cells[]): number {
  const names = header.map(toPlainName);
  const isOther = (name: string) => OTHER_CURRENCY_NAME.test(name);
  const named = names.findIndex(
    (name, at) =>
      CURRENCY_NAME.test(name) &&
      !isOther(name) &&
      rows.some((row) => readCurrencyCell(row[at] ?? '') !== null),
  );
  if (named >= 0) return named;
  return names.findIndex((name, at) => {
    if (PAIR_NAME.test(name) || isOther(name)) return false;
    const isCurrency = (cell = '') => readCurrency(cell) !== null;
    return (
      rows.every((row) => (row[at] ?? '') === '' || isCurrency(row[at])) &&
      rows.some((row) => isCurrency(row[at]))
    );
  });
}

/**
 * Reads the currency of a column's cell in any row: null if neither the column's name nor a
 * currency column states one. A dollar sign in the cell takes precedence.
 */
export function createCurrencyReader(
  header: Cells,
  rows: readonly Cells[],
  at = -1,
): (row: Cells) => string | null {
  const named = findCurrencyInName(header[at] ?? '');
  const column = named === null ? findCurrencyColumn(header, rows) : -1;
  return (row) => {
    const currency = named ?? readCurrencyCell(row[column] ?? '');
    const isInDollars = currency !== null && findCurrencyInName(row[at] ?? '') === DOLLARS;
    return isInDollars ? DOLLARS : currency;
  };
}
