import { RSI } from 'trading-signals';
import type { Strategy } from './strategy';

const parameters = { rsi: 14, bands: 20, deviations: 2 } as const;

/**
 * Expects a price far from its average to revert: the mean of the RSI (J. W. Wilder, 1978) and the position between the
 * Bollinger bands, each scaled to -1 (overbought) … 1 (oversold) at its usual limits.
 */
export const meanReversion: Strategy = {
  id: 'mean-reversion',
  audiences: ['basic', 'order-flow'],
  parameters,
  evaluate(candles) {
    const rsi = new RSI(parameters.rsi);
    for (const { close } of candles) rsi.update(close, false);
    const strength = rsi.getResult();
    const close = candles.at(-1)?.close;
    if (strength === null || close === undefined) return null;
    if (candles.every((candle) => candle.close === close)) return null;
    const from = candles.length - parameters.bands;
    let sum = 0;
    for (let at = from; at < candles.length; at += 1) sum += candles[at]?.close ?? 0;
    const middle = sum / parameters.bands;
    let squares = 0;
    for (let at = from; at < candles.length; at += 1)
      squares += ((candles[at]?.close ?? middle) - middle) ** 2;
    const half = parameters.deviations * Math.sqrt(squares / parameters.bands);
    const place = half > 0 ? (middle - close) / half : 0;
    const lean = ((50 - strength) / 50 + place) / 2;
    if (lean === 0) return null;
    const side = place > 0 ? 'below' : 'above';
    return {
      direction: lean > 0 ? 'CALL' : 'PUT',
      score: Math.abs(lean),
      reasons: () => [
        `Relative strength is ${strength.toFixed(0)} out of 100, where 50 is balanced`,
        `The price is ${(Math.abs(place) * parameters.deviations).toFixed(1)} standard deviations ${side} its 100-minute average`,
        'A price far from its average is expected to return to it',
      ],
    };
  },
};
