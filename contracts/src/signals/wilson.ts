import type { Probability } from './signal';

const Z95 = 1.959964;

const percent = (share: number): number => Math.min(100, Math.max(0, 100 * share));

/**
 * A rate in percent with its 95 % Wilson score interval (E. B. Wilson, JASA 22, 1927), null for no trials.
 * Unlike the normal approximation it stays within 0–100 and holds for few trials.
 */
export function wilson(wins: number, trials: number): Probability | null {
  if (trials === 0) return null;
  const rate = wins / trials;
  const spread = Z95 ** 2 / trials;
  const centre = (rate + spread / 2) / (1 + spread);
  const half =
    (Z95 / (1 + spread)) * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials));
  return { value: percent(rate), low: percent(centre - half), high: percent(centre + half) };
}
