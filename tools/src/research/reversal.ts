import type { Strategy } from '@quantalgo/functions/domain/signals/strategies/strategy';

// Multiples of the root mean square of earlier returns.
const parameters = { threshold: 3, scale: 10 } as const;

/**
 * Expects an extreme candle to be partly reversed (short-horizon reversal, B. Lehmann, 1990). It is
 * extreme if its move exceeds three times the root mean square of the three hours before.
 * It signals too rarely to be calibrated, but the regression uses it as a feature.
 */
export const reversal: Strategy = {
  id: 'reversal',
  audiences: ['basic', 'order-flow'],
  parameters,
  evaluate(candles) {
    const newest = candles.at(-1);
    const previous = candles.at(-2);
    if (!newest || !previous) return null;
    let sumOfSquares = 0;
    for (let index = 1; index < candles.length - 1; index += 1)
      sumOfSquares += ((candles[index]?.close ?? 0) - (candles[index - 1]?.close ?? 0)) ** 2;
    const rootMeanSquare = Math.sqrt(sumOfSquares / (candles.length - 2));
    const move = newest.close - previous.close;
    const size = Math.abs(move) / rootMeanSquare;
    if (!(rootMeanSquare > 0) || !(size > parameters.threshold)) return null;
    return {
      direction: move > 0 ? 'PUT' : 'CALL',
      score: (size - parameters.threshold) / parameters.scale,
      reasons: () => [
        `The last candle moved ${size.toFixed(1)} times as far as candles of the last three hours usually do`,
        'Extreme moves are often partly reversed',
      ],
    };
  },
};
