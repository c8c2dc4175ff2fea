import * as z from 'zod/mini';

/** A traded pair as it is named inside: six letters, `-OTC` for the broker's own round-the-clock market. */
export const pairSchema = z
  .string()
  .check(z.regex(/^[A-Z]{6}(-OTC)?$/, 'Not a pair, for example EURUSD'));
export type Pair = z.infer<typeof pairSchema>;

/** The pairs that signals are given for, where a configuration names no others. */
export const DEFAULT_PAIRS: readonly Pair[] = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD'];

/** The pair as the API and screens show it: `EURUSD` is `EUR/USD`, `EURUSD-OTC` is `EUR/USD OTC`. */
export function pairLabel(pair: Pair): string {
  return `${pair.slice(0, 3)}/${pair.slice(3, 6)}${pair.endsWith('-OTC') ? ' OTC' : ''}`;
}

/** Decimal places that prices of this pair are quoted with (pipettes; two for gold, three for yen). */
export function priceDigits(pair: Pair): number {
  if (pair.startsWith('XAU')) return 2;
  return pair.slice(3, 6) === 'JPY' ? 3 : 5;
}

/** A price of this pair as text, with the pair's decimal places. */
export const formatPrice = (pair: Pair, price: number): string => price.toFixed(priceDigits(pair));

/** The pair behind a label of {@link pairLabel}. */
export const pairOfLabel = (label: string): Pair =>
  pairSchema.parse(label.replace('/', '').replace(' ', '-'));
