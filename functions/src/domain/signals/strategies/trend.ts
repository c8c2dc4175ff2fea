import { EMA } from 'trading-signals';
import { getAverageRange } from '../../market/candles';
import type { Strategy } from './strategy';

const parameters = { fast: 8, slow: 21, strongest: 2 } as const;

/**
 * Expects a trend to continue. The score grows with the distance between a fast and a slow exponential moving average
 * (R. Donchian's crossover, 1960), in average true ranges.
 */
export const trend: Strategy = {
  id: 'trend',
  audiences: ['basic'],
  onTrial: true,
  parameters,
  evaluate(candles) {
    const fast = new EMA(parameters.fast);
    const slow = new EMA(parameters.slow);
    for (const { close } of candles) {
      fast.update(close, false);
      slow.update(close, false);
    }
    const range = getAverageRange(candles);
    const distance = fast.getResultOrThrow() - slow.getResultOrThrow();
    if (distance === 0 || range === 0) return null;
    const ranges = Math.abs(distance) / range;
    return {
      direction: distance > 0 ? 'CALL' : 'PUT',
      score: ranges / parameters.strongest,
      reasons: () => [
        `The 40-minute average is ${distance > 0 ? 'above' : 'below'} the 105-minute average`,
        `The gap is ${ranges.toFixed(1)} times an average candle’s range`,
        'A move under way is expected to continue',
      ],
    };
  },
};
