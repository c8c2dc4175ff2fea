/** What a typed or imported number says. `ambiguous`: one mark that may separate decimals or thousands. */
export type ParsedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number; readonly currency: string | null }
  | { readonly kind: 'ambiguous'; readonly readings: readonly [number, number] }
  | { readonly kind: 'invalid' };

/** The character before decimals, where a column or a field makes it plain. */
export type DecimalMark = '.' | ',';

const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  usd: 'USD',
  usdt: 'USD',
  '€': 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  '₦': 'NGN',
  ngn: 'NGN',
  '¥': 'JPY',
  jpy: 'JPY',
  '₵': 'GHS',
  'gh₵': 'GHS',
  ghs: 'GHS',
  kes: 'KES',
  ksh: 'KES',
  zar: 'ZAR',
  '₹': 'INR',
  inr: 'INR',
};

const SIGNS = Object.keys(CURRENCY_SIGNS)
  .sort((a, b) => b.length - a.length)
  .map((sign) => sign.replaceAll('$', '\\$'))
  .join('|');

const MONEY = new RegExp(`^(-?) ?(${SIGNS})? ?(-?) ?([\\d.,' ]*\\d[.]?) ?(${SIGNS})?$`);

/** Blanks, apostrophes, minus signs and digits as any keyboard or spreadsheet writes them. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[’‘ʼ´`]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

const GROUPS = /^\d{1,3}(?:([ '.,])\d{3})(?:\1\d{3})*$/;
const INDIAN_GROUPS = /^\d{1,2}(?:,\d{2})*,\d{3}$/;

const withoutMarks = (digits: string): number => Number(digits.replace(/[ '.,]/g, ''));

/** Whole part as written, with or without marks between thousands. */
const isWhole = (text: string, decimalMark: string): boolean =>
  /^\d+$/.test(text) ||
  (!text.includes(decimalMark) && (GROUPS.test(text) || INDIAN_GROUPS.test(text)));

/** @param mark the decimal mark, where it is known */
function readDigits(text: string, mark?: DecimalMark): number | readonly [number, number] | null {
  if (/^\d+\.?$/.test(text)) return Number(text);
  const candidates = (mark ? [mark] : (['.', ','] as const)).flatMap((decimal) => {
    const at = text.lastIndexOf(decimal);
    if (at < 0) return isWhole(text, decimal) ? [withoutMarks(text)] : [];
    const [whole, decimals] = [text.slice(0, at), text.slice(at + 1)];
    if (!/^\d+$/.test(decimals)) return [];
    if (whole !== '' && !isWhole(whole, decimal)) return [];
    return [Number(`${withoutMarks(whole)}.${decimals}`)];
  });
  const [first, second = first] = candidates;
  if (first === undefined || second === undefined) return null;
  if (first === second) return first;
  // A leading zero stands before decimals only.
  if (/^0/.test(text)) return Math.min(first, second);
  return [first, second];
}

/**
 * Reads a number as people type it or files hold it: a point or a comma before its decimals, blanks, apostrophes, points
 * or commas between thousands, and a currency's sign or code on either side. `1,250` alone may be 1250 or 1.25 and is
 * ambiguous.
 */
export function parseNumber(text: string, mark?: DecimalMark): ParsedNumber {
  const plain = plainText(text);
  if (plain === '') return { kind: 'empty' };
  const match = MONEY.exec(plain.replace(/^\((.*)\)$/, '-$1'));
  if (!match) return { kind: 'invalid' };
  const [, minus, before, innerMinus, digits = '', after] = match;
  if ((minus !== '' && innerMinus !== '') || (before !== undefined && after !== undefined))
    return { kind: 'invalid' };
  const read = readDigits(digits, mark);
  if (read === null) return { kind: 'invalid' };
  const sign = minus === '' && innerMinus === '' ? 1 : -1;
  if (typeof read !== 'number')
    return { kind: 'ambiguous', readings: [sign * read[0], sign * read[1]] };
  return {
    kind: 'number',
    value: sign * read,
    currency: CURRENCY_SIGNS[before ?? after ?? ''] ?? null,
  };
}
