import { DEFAULT_PAIRS } from '@quantalgo/contracts';
import type { Environment } from '../environment';
import { pairsIn } from './candleFile';
import type { MarketData } from './marketData';
import { replayMarket } from './replay';
import { simulatedMarket } from './simulated';

/**
 * The market that the settings name, of the pairs that they name; otherwise of all pairs that there are files of, or of
 * the usual ones.
 * @throws Error where its files can't be read.
 */
export async function openMarket({
  marketData,
  candlesDir,
  pairs,
}: Pick<Environment, 'marketData' | 'candlesDir' | 'pairs'>): Promise<MarketData> {
  return marketData === 'replay' && candlesDir !== null
    ? replayMarket(candlesDir, pairs ?? (await pairsIn(candlesDir)))
    : simulatedMarket(pairs ?? DEFAULT_PAIRS);
}
