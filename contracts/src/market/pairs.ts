import * as z from 'zod/mini';

/** A pair's internal name: six letters, `-OTC` for the broker's own round-the-clock market. */
export const pairSchema = z
  .string()
  .check(z.regex(/^[A-Z]{6}(-OTC)?$/, 'Not a pair, for example EURUSD'));

export type Pair = z.infer<typeof pairSchema>;

/** The pairs that get signals unless the configuration names others. */
export const DEFAULT_PAIRS: readonly Pair[] = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD'];

/** The pair for display: `EURUSD` is `EUR/USD`, `EURUSD-OTC` is `EUR/USD OTC`. */
export function pairLabel(pair: Pair): string {
  return `${pair.slice(0, 3)}/${pair.slice(3, 6)}${pair.endsWith('-OTC') ? ' OTC' : ''}`;
}

/** Decimal places of this pair's prices (pipettes; two for gold, three for yen). */
export function priceDigits(pair: Pair): number {
  if (pair.startsWith('XAU')) return 2;
  return pair.slice(3, 6) === 'JPY' ? 3 : 5;
}

/** A price of this pair as text, with the pair's decimal places. */
export const formatPrice = (pair: Pair, price: number): string => price.toFixed(priceDigits(pair));

/** Reverses {@link pairLabel} without checking that the result is a pair. */
export const pairOfText = (label: string): string => label.replace('/', '').replace(' ', '-');

/**
 * Reverses {@link pairLabel}.
 * @throws ZodError if the text is no label of a pair
 */
export const pairOfLabel = (label: string): Pair => pairSchema.parse(pairOfText(label));
