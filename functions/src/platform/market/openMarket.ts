import { isRoundTheClock } from '@quantalgo/contracts/market/marketHours';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { requireSetting, type Environment } from '../core/environment';
import { findCandleFiles } from './candleFolder';
import type { MarketData } from './marketData';
import { createReplayMarket } from './replay';
import { createSimulatedMarket } from './simulated';
import { describeQuotaFlaw, createTwelveDataMarket } from './twelveData';

export type MarketSettings = Pick<
  Environment,
  'marketData' | 'candlesDir' | 'pairs' | 'isDemonstration' | 'inEmulator' | 'twelveData'
>;

/**
 * A public record needs real prices, which the broker's round-the-clock pairs lack, and a plan that
 * covers all slots.
 */
function describeSettingsFlaw(settings: MarketSettings): string | null {
  const { marketData, pairs, twelveData } = settings;
  if (marketData !== 'twelvedata')
    return settings.inEmulator || settings.isDemonstration
      ? null
      : `MARKET_DATA is ${marketData}: outside emulators such prices are only for demonstrations, which need DEMONSTRATION=true`;
  const tradedPairs = pairs ?? DEFAULT_PAIRS;
  const roundTheClockPairs = tradedPairs.filter(isRoundTheClock);
  if (roundTheClockPairs.length > 0)
    return `PAIRS includes ${roundTheClockPairs.join(', ')}, which the real market doesn’t trade`;
  const flaw = describeQuotaFlaw(tradedPairs.length, twelveData.plan);
  return flaw === null ? null : `Not enough Twelve Data credits: ${flaw}`;
}

/**
 * Defaults to all pairs with files (replay), or the default pairs.
 * @throws Error if settings are wrong or files can't be read
 */
export async function openMarket(settings: MarketSettings): Promise<MarketData> {
  const flaw = describeSettingsFlaw(settings);
  if (flaw !== null) throw new Error(flaw);
  const { marketData, candlesDir, pairs, twelveData } = settings;
  if (marketData === 'replay' && candlesDir !== null)
    return createReplayMarket(
      candlesDir,
      pairs ?? [...(await findCandleFiles(candlesDir)).files.keys()],
    );
  if (marketData === 'simulated') return createSimulatedMarket(pairs ?? DEFAULT_PAIRS);
  const key = requireSetting(twelveData.key, 'TWELVEDATA_KEY');
  return createTwelveDataMarket({ ...twelveData, key, pairs: pairs ?? DEFAULT_PAIRS });
}
