import type { Signal } from './signal';
import { SHARE_OF_RANGE } from './confirmation';

/**
 * Change of the log odds per average range that the price went the signal’s way between publication and entry. Learnt
 * on April to July 2018 (docs/strategies.md): what has moved already isn’t won again.
 */
const LOG_ODDS_PER_RANGE = -0.12;

const MAX_RANGES = 2;

type EnteringSignal = Pick<Signal, 'direction' | 'entryPrice' | 'worstPrice'>;

/**
 * Rate (0–1) of a moved first entry, stated again at the entry. Tried in the shadow: members see the published odds.
 * @param right the rate stated at publication
 * @param price close at the entry
 */
export function restateAtEntry(
  { direction, entryPrice, worstPrice }: EnteringSignal,
  right: number,
  price: number,
): number {
  const range = Math.abs(worstPrice - entryPrice) / SHARE_OF_RANGE;
  if (!(range > 0) || right <= 0 || right >= 1) return right;
  const ranges = ((price - entryPrice) / range) * (direction === 'CALL' ? 1 : -1);
  const clipped = Math.min(MAX_RANGES, Math.max(-MAX_RANGES, ranges));
  const logOdds = Math.log(right / (1 - right)) + LOG_ODDS_PER_RANGE * clipped;
  return 1 / (1 + Math.exp(-logOdds));
}
