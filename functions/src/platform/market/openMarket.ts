import { DEFAULT_PAIRS, isRoundTheClock } from '@quantalgo/contracts';
import { required, type Environment } from '../core/environment';
import { pairsIn } from './candleFile';
import type { MarketData } from './marketData';
import { replayMarket } from './replay';
import { simulatedMarket } from './simulated';
import { quotaFlaw, twelveDataMarket } from './twelveData';

/** The settings that a market is opened by. */
export type MarketSettings = Pick<
  Environment,
  'marketData' | 'candlesDir' | 'pairs' | 'isDemonstration' | 'inEmulator' | 'twelveData'
>;

/**
 * What is wrong with the settings of a market, in words; null when nothing is. Prices that are not real make no public
 * record, the broker's own round-the-clock pairs have no real prices, and a plan that does not suffice would leave slots
 * out.
 */
export function flawOfSettings(settings: MarketSettings): string | null {
  const { marketData, pairs, twelveData } = settings;
  if (marketData !== 'twelvedata')
    return settings.inEmulator || settings.isDemonstration
      ? null
      : `MARKET_DATA is ${marketData}: outside of emulators such prices are only for a demonstration, which DEMONSTRATION=true declares`;
  const traded = pairs ?? DEFAULT_PAIRS;
  const simulated = traded.filter(isRoundTheClock);
  if (simulated.length > 0)
    return `PAIRS names ${simulated.join(', ')}: the real market has no such pair`;
  const flaw = quotaFlaw(traded.length, twelveData.plan);
  return flaw === null ? null : `TWELVEDATA_CREDITS do not suffice: ${flaw}`;
}

/**
 * The market that the settings name, of the pairs that they name; otherwise of all pairs that there are files of, or of
 * the usual ones.
 * @throws Error where its settings are wrong or its files can't be read.
 */
export async function openMarket(settings: MarketSettings): Promise<MarketData> {
  const flaw = flawOfSettings(settings);
  if (flaw !== null) throw new Error(flaw);
  const { marketData, candlesDir, pairs, twelveData } = settings;
  if (marketData === 'replay' && candlesDir !== null)
    return replayMarket(candlesDir, pairs ?? (await pairsIn(candlesDir)));
  if (marketData === 'simulated') return simulatedMarket(pairs ?? DEFAULT_PAIRS);
  const key = required(twelveData.key, 'TWELVEDATA_KEY');
  return twelveDataMarket({ ...twelveData, key, pairs: pairs ?? DEFAULT_PAIRS });
}
