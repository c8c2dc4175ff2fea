import { roundToHundredths, type Signal } from './signal';
import { SHARE_OF_RANGE } from './confirmation';

/**
 * Change in log odds for each average range by which the price moved in the signal’s direction
 * before the entry: that move can’t be won any more. Fitted to April–July 2018 (docs/strategies.md).
 */
const LOG_ODDS_PER_RANGE = -0.12;

const MAX_RANGES = 2;

type EnteringSignal = Pick<Signal, 'direction' | 'entryPrice' | 'worstPrice'>;

/**
 * Win rate (0–1) of first entries that move, updated with the price at the entry. Members see it only
 * if its record beats that of the published odds.
 * @param rate the rate stated at publication
 * @param price close at the entry
 */
export function restateAtEntry(
  { direction, entryPrice, worstPrice }: EnteringSignal,
  rate: number,
  price: number,
): number {
  const range = Math.abs(worstPrice - entryPrice) / SHARE_OF_RANGE;
  if (!(range > 0) || rate <= 0 || rate >= 1) return rate;
  const ranges = ((price - entryPrice) / range) * (direction === 'CALL' ? 1 : -1);
  const clippedRanges = Math.min(MAX_RANGES, Math.max(-MAX_RANGES, ranges));
  const logOdds = Math.log(rate / (1 - rate)) + LOG_ODDS_PER_RANGE * clippedRanges;
  return 1 / (1 + Math.exp(-logOdds));
}

/**
 * Brier score (0–1) of the published rate less that of the restated one, for a first entry that
 * moved.
 * @param rate the rate stated at publication
 * @param entry its close at the entry, and its result
 */
export function computeRestatementGain(
  signal: EnteringSignal,
  rate: number,
  { price, isWon }: { readonly price: number; readonly isWon: boolean },
): number {
  const won = isWon ? 1 : 0;
  return (rate - won) ** 2 - (restateAtEntry(signal, rate, price) - won) ** 2;
}

/**
 * Percent chance that the first entry wins, restated at the entry. Flat entries count as not won,
 * as in `firstEntry`. Null without `moves`.
 * @param price close at the entry
 */
export function restateFirstEntry(
  signal: EnteringSignal & Pick<Signal, 'firstEntry' | 'moves'>,
  price: number,
): number | null {
  const { firstEntry, moves = 0 } = signal;
  if (moves === 0) return null;
  return roundToHundredths(moves * restateAtEntry(signal, firstEntry.value / moves, price));
}
