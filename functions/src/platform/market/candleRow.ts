import { type DecimalMark, parseDecimal } from '@quantalgo/contracts/core/money';
import { type Candle, isExactDecimal } from '../../domain/market/candles';

const PLAIN = /^\d+(?:\.\d+)?$/;

const SCIENTIFIC = /^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i;

/** Significant digits that a double holds: more come from computing with it, `1.1701000000000001`. */
const DOUBLE_DIGITS = 15;

/** Reads a price; NaN where it is none. */
export function parsePrice(text: string, mark: DecimalMark = '.'): number {
  const value = parseFigure(text, mark);
  return text.length > DOUBLE_DIGITS ? Number(value.toPrecision(DOUBLE_DIGITS)) : value;
}

function parseFigure(text: string, mark: DecimalMark): number {
  if (mark === '.' && PLAIN.test(text)) return Number(text);
  if (SCIENTIFIC.test(text)) return Number(text);
  return parseDecimal(text, mark).value ?? Number.NaN;
}

/** How tables leave a figure out. */
const NO_FIGURE = /^(?:|-|nan|null|none|n\/?a)$/i;

/** Reads a volume, which may be left out; NaN where it is no number. */
export const parseVolume = (text: string, mark: DecimalMark = '.'): number =>
  NO_FIGURE.test(text.trim()) ? 0 : parseFigure(text, mark);

/** The flaw in an exact decimal, as the market's API sends it; null where there is none. */
export function validateDecimal(text: string): string | null {
  if (!PLAIN.test(text)) return `has no number: ${text}`;
  return isExactDecimal(text) ? null : `has more digits than are exact: ${text}`;
}

/** The flaw in a candle's prices and volume; null where there is none. */
export function validateCandle({ open, high, low, close, volume }: Candle): string | null {
  if (low <= 0) return 'has a price that is not above zero';
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'has a high and low that do not hold open and close';
  if (high === Infinity) return 'has a price that is no number';
  return volume >= 0 && volume < Infinity ? null : 'has a volume that is not a number from 0';
}
