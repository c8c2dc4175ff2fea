import * as z from 'zod/mini';

/** Six letters. `-OTC` marks the broker's own round-the-clock market. */
export const pairSchema = z
  .string()
  .check(z.regex(/^[A-Z]{6}(-OTC)?$/, 'Must be a pair such as EURUSD'));

export type Pair = z.infer<typeof pairSchema>;

export const DEFAULT_PAIRS: readonly Pair[] = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD'];

/** `EUR/USD` for `EURUSD`, `EUR/USD OTC` for `EURUSD-OTC`. */
export function formatPair(pair: Pair): string {
  return `${pair.slice(0, 3)}/${pair.slice(3, 6)}${pair.endsWith('-OTC') ? ' OTC' : ''}`;
}

export function getPriceDigits(pair: Pair): number {
  if (pair.startsWith('XAU')) return 2;
  return pair.slice(3, 6) === 'JPY' ? 3 : 5;
}

export const formatPrice = (pair: Pair, price: number): string =>
  price.toFixed(getPriceDigits(pair));

export const unformatPair = (label: string): string => label.replace('/', '').replace(' ', '-');

export const parsePairLabel = (label: string): Pair => pairSchema.parse(unformatPair(label));
