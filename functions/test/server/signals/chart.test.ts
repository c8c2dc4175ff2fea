import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { readChart } from '../../../src/platform/record/signals';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';

const server = openEmulatedProject('demo-server-chart');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const ID = slotId(NOON);
const LATE = NOON + 6 * SLOT_MS;

const settle = (on: MarketData) => settleDue(database, { market: on, clock: () => LATE });

beforeEach(async () => {
  await server.clear();
  await runPublisher(database, NOON, { market, clock: () => NOON + 2000 });
});
afterAll(() => server.close());

describe('chart of a settled signal', () => {
  it('holds the hour before its slot and every candle up to its last close', async () => {
    await settle(market);
    const signal = signalDocumentSchema.parse((await database.doc(`signals/${ID}`).get()).data());
    const candles = await readChart(database, ID);
    const lastClose = signal.settlement?.closes.at(-1);
    expect(candles[0]?.time).toBe(NOON - 12 * SLOT_MS);
    expect(candles.find(({ time }) => time === NOON - SLOT_MS)?.close).toBe(signal.entryPrice);
    expect(candles.at(-1)?.close).toBe(lastClose?.price);
    expect(candles).toHaveLength(12 + (signal.settlement?.closes.length ?? 0));
  });

  it('is left out if its candles are unavailable, and the signal is settled anyway', async () => {
    const closesAlone: MarketData = {
      ...market,
      candles: (pair, until, count) =>
        until < LATE ? Promise.reject(new Error('Too old')) : market.candles(pair, until, count),
    };
    expect(await settle(closesAlone)).toEqual([ID]);
    expect(await readChart(database, ID)).toEqual([]);
  });
});
