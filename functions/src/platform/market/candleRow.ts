import { type DecimalMark, parseDecimal } from '@quantalgo/contracts/core/money';
import { type Candle, isExactDecimal } from '../../domain/market/candles';

const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/;

const SCIENTIFIC_NUMBER = /^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i;

/** Precision of a double. Further digits are rounding errors, as in `1.1701000000000001`. */
const DOUBLE_DIGITS = 15;

export function parsePrice(text: string, mark: DecimalMark = '.'): number {
  const value = parseNumber(text, mark);
  return text.length > DOUBLE_DIGITS ? Number(value.toPrecision(DOUBLE_DIGITS)) : value;
}

function parseNumber(text: string, mark: DecimalMark): number {
  if (mark === '.' && PLAIN_NUMBER.test(text)) return Number(text);
  if (SCIENTIFIC_NUMBER.test(text)) return Number(text);
  return parseDecimal(text, mark).value ?? Number.NaN;
}

const EMPTY_NUMBER = /^(?:|-|nan|null|none|n\/?a)$/i;

/** 0 if omitted; NaN if not a number. */
export const parseVolume = (text: string, mark: DecimalMark = '.'): number =>
  EMPTY_NUMBER.test(text.trim()) ? 0 : parseNumber(text, mark);

export function validateDecimal(text: string): string | null {
  if (!PLAIN_NUMBER.test(text)) return `has an invalid number: ${text}`;
  return isExactDecimal(text) ? null : `has more digits than can be stored exactly: ${text}`;
}

export function validateCandle({ open, high, low, close, volume }: Candle): string | null {
  if (low <= 0) return 'has a price that is not above zero';
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'has an open or close outside its high and low';
  if (high === Infinity) return 'has a price that is not a number';
  return volume >= 0 && volume < Infinity ? null : 'has a negative or invalid volume';
}
