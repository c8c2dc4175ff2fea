import type { Strategy } from './strategy';

const parameters = { candles: 12, strongest: 0.5 } as const;

// A smaller location is binary rounding.
const EPSILON = 1e-9;

/**
 * Where in its range each candle of the last hour closed (M. Chaikin's close location, after L. Williams, 1972),
 * weighted by the range: -1 (low) … 1 (high). A one-sided hour counts as exhausted, so the other side is expected next
 * (short-term reversal, B. Lehmann, 1990).
 */
export const candlePressure: Strategy = {
  id: 'candle-pressure',
  audiences: ['order-flow'],
  onTrial: true,
  parameters,
  evaluate(candles) {
    let [pressure, travel, rising, falling] = [0, 0, 0, 0];
    for (const { open, high, low, close } of candles.slice(-parameters.candles)) {
      pressure += 2 * close - high - low;
      travel += high - low;
      if (close > open) rising += 1;
      if (close < open) falling += 1;
    }
    const location = pressure / travel;
    if (!(Math.abs(location) > EPSILON)) return null;
    return {
      direction: location > 0 ? 'PUT' : 'CALL',
      score: Math.abs(location) / parameters.strongest,
      reasons: () => [
        `Over the last hour ${rising} candles rose and ${falling} fell`,
        `On average, they closed ${(50 * (1 + location)).toFixed(0)}% of the way from low to high, where 50% is balanced`,
        'A side that has exhausted itself is expected to give way',
      ],
    };
  },
};
