import { toAsciiDigits } from './digits';

export type DecimalMark = '.' | ',';

/** `value` is null for an empty text, NaN for an unreadable one. */
export interface NumberReading {
  readonly value: number | null;
  readonly problem?: string;
}

type ParsedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'number'; readonly value: number; readonly isForeign: boolean }
  | {
      readonly kind: 'ambiguous';
      readonly whole: number;
      readonly decimal: number;
      readonly mark: DecimalMark;
      readonly isForeign: boolean;
    };

const DOLLAR_NAMES: ReadonlySet<string> = new Set([
  '',
  '$',
  'usd',
  'usdt',
  'usdc',
  'dollar',
  'dollars',
]);

const FOREIGN_CURRENCY =
  /\p{Sc}|^(?:eur|euro|euros|gbp|ngn|naira|ghs|cedi|cedis|kes|[ktu]shs?|shs|zar|rand|inr|rs|jpy|cny|aud|cad|nzd|sgd|hkd|chf|brl|idr|rp|php|vnd|thb|myr|rm|pkr|bdt|lkr|try|rub|uah|pln|aed|sar|egp|mad|tzs|ugx|rwf|etb|zmw|mwk|xof|xaf|cfa|fcfa|btc|eth)$|^\/[=-]$/u;

/** Naira and rand. After a number, the letter is a unit: `2 R` is twice the risk. */
const FOREIGN_PREFIX = /^[nr]$/;

const toPlainText = (text: string): string =>
  toAsciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-')
    .replace(/[\u2018\u2019\u201B\u02BC\u00B4`\u2032\uFF07\u066C]/g, "'")
    .replace(/[\uFF0C\u060C\u066B]/g, ',')
    .replace(/\uFF0E/g, '.')
    .replace(/[\uFF05\uFE6A\u066A]/g, '%')
    .replace(/\uFF04/g, '$')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const CURRENCY_NAME = String.raw`(\p{L}{0,3}\p{Sc}\p{L}{0,2}|\p{L}{1,7}|\/[=-])?`;

const DOLLAR_SPELLING =
  /(?<![\p{L}\p{Sc}])(?:(?:u\.?s\.?|usd) ?\$|\$ ?usd?|u\.?s\.? dollars?)(?!\p{L})/gu;

/** `US $5`, `USD. 5`, `Rs.5,000`, `5,-` and `$5/-`. `USD.50` is half a dollar. */
const normalizeCurrency = (plain: string): string =>
  plain
    .replace(DOLLAR_SPELLING, '$')
    .replace(/(?<=\p{L})\.(?= |$|\d+,)/gu, '')
    .replace(/(?<=\d[.,])--?(?!\d)/, '')
    .replace(/ ?\/[=-]$(?<=[\p{L}\p{Sc}].*)/u, '');

const WRITTEN_NUMBER = new RegExp(
  String.raw`^([-+]?) ?${CURRENCY_NAME} ?([-+]?) ?(\d[\d.,' ]*|[.,]\d+) ?${CURRENCY_NAME}$`,
  'u',
);

/** A negative amount in accounting notation, such as `(12.50)`. */
const PARENTHESIZED = /^([^()\d]*)\(([^()]*)\)([^()\d]*)$/;

const DIGIT_GROUPS = /^[1-9]\d{0,2}([ '.,])\d{3}(?:\1\d{3})*$/;

const INDIAN_GROUPS = /^[1-9]\d?(?:,\d{2})*,\d{3}$/;

const MAX_DIGITS = 15;

const toWhole = (text: string): string | null => {
  if (/^\d*$/.test(text)) return text;
  return DIGIT_GROUPS.test(text) || INDIAN_GROUPS.test(text) ? text.replace(/\D/g, '') : null;
};

function readDigits(text: string, mark: DecimalMark): number | null {
  const markIndex = text.lastIndexOf(mark);
  const numberText = markIndex < 0 ? text : text.slice(0, markIndex);
  const decimals = markIndex < 0 ? '' : text.slice(markIndex + 1);
  const whole = numberText.includes(mark) || !/^\d*$/.test(decimals) ? null : toWhole(numberText);
  return whole === null || whole + decimals === '' ? null : Number(`${whole}.${decimals}`);
}

const readWithEachMark = (
  digits: string,
  mark?: DecimalMark,
): readonly [point: number | null, comma: number | null] => [
  mark === ',' ? null : readDigits(digits, '.'),
  mark === '.' ? null : readDigits(digits, ','),
];

function splitNumber(
  text: string,
): { readonly digits: string; readonly isNegative: boolean; readonly isForeign: boolean } | null {
  const match = WRITTEN_NUMBER.exec(normalizeCurrency(text).replace(PARENTHESIZED, '-$1$2$3'));
  if (!match) return null;
  const [, outerSign = '', prefix = '', innerSign = '', numberText = '', suffix = ''] = match;
  const digits = numberText.trim();
  const currencies = [prefix, suffix].filter((name) => !DOLLAR_NAMES.has(name));
  if (outerSign !== '' && innerSign !== '') return null;
  const isForeign = (name: string) =>
    FOREIGN_CURRENCY.test(name) || (name === prefix && FOREIGN_PREFIX.test(name));
  if (!currencies.every(isForeign)) return null;
  if (digits.replace(/\D/g, '').length > MAX_DIGITS) return null;
  return { digits, isNegative: outerSign + innerSign === '-', isForeign: currencies.length > 0 };
}

function parseNumber(text: string, mark?: DecimalMark): ParsedNumber {
  const plain = toPlainText(text);
  if (plain === '') return { kind: 'empty' };
  const parts = splitNumber(plain);
  if (!parts) return { kind: 'invalid' };
  const { digits, isNegative, isForeign } = parts;
  const applySign = (value: number) => (isNegative && value !== 0 ? -value : value);
  const [point, comma] = readWithEachMark(digits, mark);
  const value = point ?? comma;
  if (value === null) return { kind: 'invalid' };
  if (comma === null || value === comma)
    return { kind: 'number', value: applySign(value), isForeign };
  return {
    kind: 'ambiguous',
    whole: applySign(Math.max(value, comma)),
    decimal: applySign(Math.min(value, comma)),
    mark: value < comma ? '.' : ',',
    isForeign,
  };
}

/** The mark that all unambiguous cells such as `99,50` or `1.234,56` share; otherwise null. */
export function findDecimalMark(cells: Iterable<string>): DecimalMark | null {
  const marks = new Set<DecimalMark>();
  for (const cell of cells) {
    const parts = splitNumber(removePercent(toPlainText(cell)));
    if (!parts) continue;
    const [point, comma] = readWithEachMark(parts.digits);
    if (point !== null && comma === null) marks.add('.');
    if (comma !== null && point === null) marks.add(',');
  }
  const [mark, secondMark] = marks;
  return mark === undefined || secondMark !== undefined ? null : mark;
}

const removePercent = (plain: string): string => plain.replace(/^([-+]?)% ?(?=.)|(.) ?%$/, '$1$2');

const refuse = (problem: string): NumberReading => ({ value: Number.NaN, problem });

const NOT_IN_DOLLARS = 'Enter the amount in US dollars';

const isCents = (dollars: number): boolean => Number(dollars.toFixed(2)) === dollars;

/**
 * Reads dollars with a point or comma, separators, a currency, a minus sign or parentheses. Refuses
 * `1,250`, which may be 1250 or 1.25.
 * @param mark from {@link findDecimalMark}
 */
export function parseMoney(text: string, mark?: DecimalMark | null): NumberReading {
  const parsed = parseNumber(text, mark ?? undefined);
  if (parsed.kind === 'empty') return { value: null };
  if (parsed.kind === 'invalid') return { value: Number.NaN };
  if (parsed.isForeign) return refuse(NOT_IN_DOLLARS);
  if (parsed.kind === 'number') return { value: parsed.value };
  const { whole, decimal } = parsed;
  const advice = isCents(decimal)
    ? `Write ${whole} or ${decimal.toFixed(2)}.`
    : `Write ${whole} without a comma or point.`;
  return refuse(`Is this ${whole} or ${decimal}? ${advice}`);
}

/**
 * Reads a price, a count or a share, such as `1.085`. Refuses `1,085`, which may be 1085.
 * @param mark from {@link findDecimalMark}
 */
export function parseDecimal(text: string, mark?: DecimalMark | null): NumberReading {
  const parsed = parseNumber(text, mark ?? undefined);
  if (parsed.kind === 'empty') return { value: null };
  if (parsed.kind === 'invalid' || parsed.isForeign) return { value: Number.NaN };
  if (parsed.kind === 'number') return { value: parsed.value };
  const { whole, decimal } = parsed;
  if (parsed.mark === '.') return { value: decimal };
  return refuse(`Is this ${whole} or ${decimal}? Write ${whole} or ${decimal}.`);
}

export const hasPercentSign = (text: string): boolean => toPlainText(text).includes('%');

export const parsePercent = (text: string, mark?: DecimalMark | null): NumberReading =>
  parseDecimal(removePercent(toPlainText(text)), mark);
