import { isRoundTheClock } from '@quantalgo/contracts/market/marketHours';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { required, type Environment } from '../core/environment';
import { findCandleFiles } from './candleFolder';
import type { MarketData } from './marketData';
import { replayMarket } from './replay';
import { simulatedMarket } from './simulated';
import { quotaFlaw, twelveDataMarket } from './twelveData';

/** The settings of a market. */
export type MarketSettings = Pick<
  Environment,
  'marketData' | 'candlesDir' | 'pairs' | 'isDemonstration' | 'inEmulator' | 'twelveData'
>;

/**
 * The flaw in a market's settings, in words, or null. A public record needs real prices, the broker's own
 * round-the-clock pairs don't have any, and too small a plan would leave slots out.
 */
function flawOfSettings(settings: MarketSettings): string | null {
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
 * The configured market with the configured pairs; by default with all pairs that have files (replay), or the default
 * pairs.
 * @throws Error where its settings are wrong or its files can't be read
 */
export async function openMarket(settings: MarketSettings): Promise<MarketData> {
  const flaw = flawOfSettings(settings);
  if (flaw !== null) throw new Error(flaw);
  const { marketData, candlesDir, pairs, twelveData } = settings;
  if (marketData === 'replay' && candlesDir !== null)
    return replayMarket(candlesDir, pairs ?? [...(await findCandleFiles(candlesDir)).files.keys()]);
  if (marketData === 'simulated') return simulatedMarket(pairs ?? DEFAULT_PAIRS);
  const key = required(twelveData.key, 'TWELVEDATA_KEY');
  return twelveDataMarket({ ...twelveData, key, pairs: pairs ?? DEFAULT_PAIRS });
}
