import type { Pair } from '@quantalgo/contracts/market/pairs';
import { averageRange, type Candle } from '../../market/candles';
import { LOOKBACK, type Strategy, type Windows } from './strategy';

const parameters = { candles: 12, strongest: 4 } as const;

const currenciesOf = (pair: Pair): [base: string, quote: string] => [
  pair.slice(0, 3),
  pair.slice(3, 6),
];

/** The last hour's move in average candles; null where the pair has no whole window or stood still. */
function moveOf(candles: readonly Candle[]): number | null {
  const [then, now] = [candles.at(-1 - parameters.candles), candles.at(-1)];
  if (candles.length < LOOKBACK || !then || !now) return null;
  const range = averageRange(candles);
  return range > 0 ? (now.close - then.close) / range : null;
}

/** The moves of the other pairs with this currency, each as the currency's own, whose newest candle is of this time. */
function movesOf(currency: string, { pair, windows }: Windows, time: number): number[] {
  return [...windows].flatMap(([other, candles]) => {
    const [base, quote] = currenciesOf(other);
    const isOther = other !== pair && (base === currency || quote === currency);
    if (!isOther || candles.at(-1)?.time !== time) return [];
    const move = moveOf(candles);
    if (move === null) return [];
    return base === currency ? move : -move;
  });
}

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/**
 * Compares a pair's last hour with how strong its two currencies were over all other pairs. What the pair moved beyond
 * them is its own and is expected to come back, as a pair's price follows from those of its currencies (the residual
 * reversal of statistical arbitrage, M. Avellaneda and J.-H. Lee, 2010).
 */
export const currencyStrength: Strategy = {
  id: 'currency-strength',
  audiences: ['order-flow'],
  parameters,
  evaluate(candles, windows) {
    const own = moveOf(candles);
    const newest = candles.at(-1);
    if (own === null || !newest) return null;
    const [base, quote] = currenciesOf(windows.pair);
    const ofBase = movesOf(base, windows, newest.time);
    const ofQuote = movesOf(quote, windows, newest.time);
    const count = ofBase.length + ofQuote.length;
    const ahead = own - (mean(ofBase) - mean(ofQuote));
    if (count === 0 || ahead === 0) return null;
    const words = (move: number) => `${Math.abs(move).toFixed(1)} average candles`;
    const [stronger, weaker] = ahead > 0 ? [base, quote] : [quote, base];
    return {
      direction: ahead > 0 ? 'PUT' : 'CALL',
      score: Math.abs(ahead) / parameters.strongest,
      reasons: () => [
        `Over the last hour the pair went ${own < 0 ? 'down' : 'up'} by ${words(own)}`,
        `That is ${words(ahead)} more for ${stronger} against ${weaker} than ${count} other pair${count === 1 ? ' says' : 's say'}`,
        'What a pair moved beyond its currencies is expected to come back',
      ],
    };
  },
};
