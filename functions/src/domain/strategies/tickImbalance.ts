import type { Strategy } from './strategy';

const parameters = { candles: 12 } as const;

/**
 * Measures which side the last hour's ticks were on: tick volume signed by each candle's direction, as a share of all
 * of it, -1 … 1. It takes a one-sided hour for exhausted and expects the other side next.
 */
export const tickImbalance: Strategy = {
  id: 'tick-imbalance',
  audience: 'order-flow',
  parameters,
  evaluate(candles) {
    const hour = candles.slice(-parameters.candles);
    const ticks = hour.reduce((sum, { volume }) => sum + volume, 0);
    const signed = hour.reduce(
      (sum, { open, close, volume }) => sum + Math.sign(close - open) * volume,
      0,
    );
    if (signed === 0) return null;
    const share = Math.abs(signed) / ticks;
    const side = signed > 0 ? 'buyers' : 'sellers';
    return {
      direction: signed > 0 ? 'PUT' : 'CALL',
      score: share,
      reasons: () => [
        `Over the last hour ${(50 * (1 + share)).toFixed(0)} % of the ticks were with the ${side}`,
        'A side that has spent itself is expected to give way',
      ],
    };
  },
};
