import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS, type Pair } from '@quantalgo/contracts/market/pairs';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import type { Candle } from '../../../src/domain/market/candles';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';

const market = createSimulatedMarket(DEFAULT_PAIRS);

/** A price some hundredths of a percent above the pair's close at noon. */
async function near(pair: Pair, steps: number): Promise<number> {
  const [candle] = await market.candles(pair, NOON, 1);
  return Number(((candle?.close ?? NaN) * (1 + steps / 10_000)).toFixed(6));
}

/** The market with closes at five, ten … minutes after noon replaced by `steps` from noon's. */
const closing = (...steps: readonly (number | null)[]): MarketData => ({
  ...market,
  candles: async (pair, until, count) => {
    const candles: Candle[] = [];
    for (const candle of await market.candles(pair, until, count)) {
      const step = steps[(candle.time - NOON) / SLOT_MS];
      if (step === null) continue;
      candles.push(step === undefined ? candle : { ...candle, close: await near(pair, step) });
    }
    return candles;
  },
});

/** Opens a project with helpers to publish and settle on the simulated market. */
export function openSettlingStage(project: `demo-${string}`) {
  const server = openEmulatedProject(project);
  const { database } = server;
  return {
    server,
    database,
    market,
    near,
    closing,
    publish: (slot: number) => runPublisher(database, slot, { market, clock: () => slot + 2000 }),
    settle: (now: number, on: MarketData = market) =>
      settleDue(database, { market: on, clock: () => now }),
    signalOf: async (slot: number) =>
      signalDocumentSchema.parse((await database.doc(`signals/${slotId(slot)}`).get()).data()),
    counters: async () =>
      performanceCountersSchema.parse((await database.doc('stats/performance').get()).data()),
  };
}
