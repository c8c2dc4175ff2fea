import { ATR } from 'trading-signals';
import type { Strategy } from './strategy';

const parameters = { channel: 20, short: 5, long: 20, expansion: 1, strongest: 2 } as const;

/**
 * Judges a close outside the channel of the previous candles (R. Donchian) by volatility: with widening ranges it
 * expects the break to continue, otherwise a false break that reverts.
 */
export const breakout: Strategy = {
  id: 'breakout',
  audiences: ['basic'],
  onTrial: true,
  parameters,
  evaluate(candles) {
    const newest = candles.at(-1);
    if (!newest) return null;
    let top = -Infinity;
    let bottom = Infinity;
    for (const { high, low } of candles.slice(-parameters.channel - 1, -1)) {
      top = Math.max(top, high);
      bottom = Math.min(bottom, low);
    }
    const beyond = Math.max(newest.close - top, bottom - newest.close);
    if (beyond <= 0) return null;
    const short = new ATR(parameters.short);
    for (const candle of candles.slice(-parameters.short - 1)) short.update(candle, false);
    const long = new ATR(parameters.long);
    for (const candle of candles.slice(-parameters.long - 1)) long.update(candle, false);
    const usual = long.getResultOrThrow();
    const widening = short.getResultOrThrow() / usual;
    const continues = widening >= parameters.expansion;
    const isUp = newest.close > top;
    return {
      direction: isUp === continues ? 'CALL' : 'PUT',
      score: beyond / usual / parameters.strongest,
      reasons: () => [
        `The price closed ${isUp ? 'above' : 'below'} its range of the previous 100 minutes`,
        `Ranges are ${widening.toFixed(1)} times their usual size`,
        continues
          ? 'A breakout with widening ranges is expected to continue'
          : 'A breakout without widening ranges is expected to reverse',
      ],
    };
  },
};
