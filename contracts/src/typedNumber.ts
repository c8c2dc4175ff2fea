const DECIMAL = /^-?\d+(?:[.,]\d+)?$/;

const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

/** What a comma with three digits behind it means where it can mean either: `1,085` is a price, or a thousand dollars. */
export type Comma = 'decimals' | 'thousands';

/**
 * A number as people type it: with a point or a comma before its decimals, or with commas between thousands, and with
 * the sign of dollars or of percent.
 *
 * @returns NaN where it is none, null for nothing
 */
export function typedNumber(text: string, comma: Comma = 'decimals'): number | null {
  const plain = text.trim().replace(/^\$ ?/, '').replace(/ ?%$/, '');
  if (plain === '') return null;
  const isDecimal = DECIMAL.test(plain);
  if (GROUPED.test(plain) && (comma === 'thousands' || !isDecimal))
    return Number(plain.replaceAll(',', ''));
  return isDecimal ? Number(plain.replace(',', '.')) : Number.NaN;
}
