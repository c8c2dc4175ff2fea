import type { Environment } from '../environment';
import type { MarketData } from './marketData';
import { replayMarket } from './replay';
import { simulatedMarket } from './simulated';

/**
 * The market that the settings name.
 * @throws Error where its files can't be read.
 */
export const openMarket = async ({
  marketData,
  candlesDir,
  pairs,
}: Pick<Environment, 'marketData' | 'candlesDir' | 'pairs'>): Promise<MarketData> =>
  marketData === 'replay' && candlesDir !== null
    ? replayMarket(candlesDir, pairs)
    : simulatedMarket(pairs);
