import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { readChart } from '../../../src/platform/record/signals';
import { settleAndFold } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';

const server = openEmulatedProject('demo-server-chart');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const ID = slotId(NOON);
const LATE = NOON + 6 * SLOT_MS;

const settle = (on: MarketData, now = LATE) =>
  settleAndFold(database, { market: on, clock: () => now });

/** The market with closes, but without charts. */
const withoutCharts: MarketData = {
  ...market,
  candles: (pair, until, count) =>
    until < LATE ? Promise.reject(new Error('Too old')) : market.candles(pair, until, count),
};

const readSignal = async () =>
  signalDocumentSchema.parse((await database.doc(`signals/${ID}`).get()).data());

beforeEach(async () => {
  await server.clear();
  await runPublisher(database, NOON, { market, clock: () => NOON + 2000 });
});
afterAll(() => server.close());

describe('chart of a settled signal', () => {
  it('holds the hour before its slot and every candle up to its last close', async () => {
    await settle(market);
    const signal = await readSignal();
    const candles = await readChart(database, ID);
    const lastClose = signal.settlement?.closes.at(-1);
    expect(candles[0]?.time).toBe(NOON - 12 * SLOT_MS);
    expect(candles.find(({ time }) => time === NOON - SLOT_MS)?.close).toBe(signal.entryPrice);
    expect(candles.at(-1)?.close).toBe(lastClose?.price);
    expect(candles).toHaveLength(12 + (signal.settlement?.closes.length ?? 0));
  });

  it('is left out if its candles are unavailable, and the signal is settled anyway', async () => {
    await settle(withoutCharts);
    expect((await readSignal()).settlement).not.toBeNull();
    expect(await readChart(database, ID)).toEqual([]);
  });

  it('is stored by the next run after a failed read', async () => {
    await settle(withoutCharts);
    await settle(market, LATE + SLOT_MS);
    expect(await readChart(database, ID)).not.toEqual([]);
  });

  it('is retried hourly, for three hours', async () => {
    await settle(withoutCharts);
    await settle(market, LATE + 3 * SLOT_MS);
    expect(await readChart(database, ID)).toEqual([]);
    await settle(market, LATE + 4 * HOUR_MS);
    expect(await readChart(database, ID)).toEqual([]);
    await settle(market, LATE + 3 * HOUR_MS);
    expect(await readChart(database, ID)).not.toEqual([]);
  });

  it('is read after the log is complete', async () => {
    const log = database.doc('logs/current');
    await log.delete();
    let isLogStored = false;
    const watched: MarketData = {
      ...market,
      candles: async (pair, until, count) => {
        if (until < LATE) isLogStored = (await log.get()).exists;
        return market.candles(pair, until, count);
      },
    };
    await settle(watched);
    expect(isLogStored).toBe(true);
    expect(await readChart(database, ID)).not.toEqual([]);
  });
});
