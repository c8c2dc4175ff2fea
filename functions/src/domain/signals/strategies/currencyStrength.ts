import type { Pair } from '@quantalgo/contracts/market/pairs';
import { getAverageRange, type Candle } from '../../market/candles';
import { LOOKBACK, type Strategy, type Windows } from './strategy';

const parameters = { candles: 12, strongest: 4 } as const;

const splitPair = (pair: Pair): [base: string, quote: string] => [
  pair.slice(0, 3),
  pair.slice(3, 6),
];

// The last hour's move in average candles; null without a full window or range.
function measureMove(candles: readonly Candle[]): number | null {
  const [then, now] = [candles.at(-1 - parameters.candles), candles.at(-1)];
  if (candles.length < LOOKBACK || !then || !now) return null;
  const range = getAverageRange(candles);
  return range > 0 ? (now.close - then.close) / range : null;
}

function measureMoves(currency: string, { pair, windows }: Windows, time: number): number[] {
  return [...windows].flatMap(([other, candles]) => {
    const [base, quote] = splitPair(other);
    const isOther = other !== pair && (base === currency || quote === currency);
    if (!isOther || candles.at(-1)?.time !== time) return [];
    const move = measureMove(candles);
    if (move === null) return [];
    return base === currency ? move : -move;
  });
}

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Compares a pair's last hour with the strength of its two currencies in all other pairs. The rest is the pair's own
 * move and is expected to revert (residual reversal of statistical arbitrage, M. Avellaneda and J.-H. Lee, 2010).
 */
export const currencyStrength: Strategy = {
  id: 'currency-strength',
  audiences: ['order-flow'],
  onTrial: true,
  parameters,
  evaluate(candles, windows) {
    const pairMove = measureMove(candles);
    const newest = candles.at(-1);
    if (pairMove === null || !newest) return null;
    const [base, quote] = splitPair(windows.pair);
    const baseMoves = measureMoves(base, windows, newest.time);
    const quoteMoves = measureMoves(quote, windows, newest.time);
    const count = baseMoves.length + quoteMoves.length;
    const excess = pairMove - (mean(baseMoves) - mean(quoteMoves));
    if (count === 0 || excess === 0) return null;
    const formatMove = (move: number) => `${Math.abs(move).toFixed(1)} average candles`;
    const [stronger, weaker] = excess > 0 ? [base, quote] : [quote, base];
    return {
      direction: excess > 0 ? 'PUT' : 'CALL',
      score: Math.abs(excess) / parameters.strongest,
      reasons: () => [
        `Over the last hour the pair ${pairMove < 0 ? 'fell' : 'rose'} by ${formatMove(pairMove)}`,
        `That is ${formatMove(excess)} more for ${stronger} against ${weaker} than ${count} other pair${count === 1 ? ' suggests' : 's suggest'}`,
        'A move beyond that of a pair’s currencies is expected to reverse',
      ],
    };
  },
};
