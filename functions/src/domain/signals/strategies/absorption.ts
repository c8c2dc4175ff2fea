import { getAverageRange } from '../../market/candles';
import type { Strategy } from './strategy';

const parameters = { candles: 3, widest: 2 } as const;

// A smaller share of the range is binary rounding.
const EPSILON = 1e-9;

/**
 * Detects an absorbed push: much range for little body (effort without result, R. D. Wyckoff, 1931) over the last
 * quarter of an hour as one candle. The longer wick shows where orders held; the price is expected to leave it. The
 * score is the wicks' difference as a share of the range, higher for an unusual range.
 */
export const absorption: Strategy = {
  id: 'absorption',
  audiences: ['order-flow'],
  onTrial: true,
  parameters,
  evaluate(candles) {
    const quarter = candles.slice(-parameters.candles);
    const [first, last] = [quarter[0], quarter.at(-1)];
    const usual = getAverageRange(candles) * Math.sqrt(parameters.candles);
    if (!first || !last || usual === 0) return null;
    const high = Math.max(...quarter.map((candle) => candle.high));
    const low = Math.min(...quarter.map((candle) => candle.low));
    const range = high - low;
    const body = Math.abs(last.close - first.open);
    const above = high - Math.max(first.open, last.close);
    const below = Math.min(first.open, last.close) - low;
    const longer = Math.max(above, below);
    if (Math.abs(above - below) < range * EPSILON || longer <= body) return null;
    const width = Math.min(range / usual, parameters.widest);
    const side = above > below ? 'upper' : 'lower';
    return {
      direction: above > below ? 'PUT' : 'CALL',
      score: (Math.abs(above - below) / range) * (width / parameters.widest),
      reasons: () => [
        `Over the last quarter of an hour the ${side} wick was ${((100 * longer) / range).toFixed(0)}% of the range, the body ${((100 * body) / range).toFixed(0)}%`,
        `The range was ${(range / usual).toFixed(1)} times its usual size`,
        'An absorbed push is expected to reverse',
      ],
    };
  },
};
