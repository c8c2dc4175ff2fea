import type { Source } from '@quantalgo/contracts';

/** Where prices that are not a live market's come from. */
export const SOURCE_WORDS: Record<Source, string> = {
  twelvedata: 'live market prices',
  replay: 'replayed prices',
  simulated: 'simulated prices',
};

/** `mean-reversion` as `Mean reversion`. */
export function strategyName(strategy: string): string {
  const words = strategy.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `1,204`. */
export const countText = (count: number): string => count.toLocaleString('en-GB');
