import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS, type Pair } from '@quantalgo/contracts/market/pairs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCandleEnd, findCandlesFlaw, type Candle } from '../../../src/domain/market/candles';
import { gatherCandles, type MarketData } from '../../../src/platform/market/marketData';
import { createReplayMarket } from '../../../src/platform/market/replay';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { createTwelveDataMarket } from '../../../src/platform/market/twelveData';
import { NOON } from '../../candles';
import { KEY, startFakeTwelveData, type FakeTwelveData } from './fakeTwelveData';

const model = createSimulatedMarket(DEFAULT_PAIRS);
const HISTORY = 400;
let folder = '';
let fake: FakeTwelveData;

const toRow = ({ time, ...numbers }: Candle) =>
  [
    new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    numbers.open,
    numbers.high,
    numbers.low,
    numbers.close,
    numbers.volume,
  ].join();

async function writeFiles(pairs: readonly Pair[]) {
  for (const pair of pairs) {
    const candles = await model.candles(pair, NOON + 2 * SLOT_MS, HISTORY);
    const rows = ['time,open,high,low,close,volume', ...candles.map(toRow)];
    writeFileSync(join(folder, `${pair}_M5.csv`), rows.join('\n'));
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'market-'));
  await writeFiles(DEFAULT_PAIRS);
  fake = await startFakeTwelveData(model, NOON + 2 * SLOT_MS);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fake.close();
});

const twelveData = () =>
  createTwelveDataMarket(
    { url: fake.url, key: KEY, pairs: DEFAULT_PAIRS, plan: { perMinute: 55, perDay: null } },
    { clock: () => NOON + 2 * SLOT_MS, sleep: () => Promise.resolve() },
  );

const SOURCES: readonly [string, () => Promise<MarketData> | MarketData][] = [
  ['simulated', () => createSimulatedMarket(DEFAULT_PAIRS)],
  ['replay', () => createReplayMarket(folder, DEFAULT_PAIRS)],
  ['twelvedata', twelveData],
];

describe.each(SOURCES)('market data: %s', (source, open) => {
  let market: MarketData;
  beforeAll(async () => {
    market = await open();
  });

  it('has its source name and pairs', () => {
    expect([market.source, market.pairs]).toEqual([source, DEFAULT_PAIRS]);
  });

  it('returns complete closed candles in order, the newest ending at the slot', async () => {
    const back = fc.integer({ min: 0, max: 100 });
    const pairs = fc.constantFrom(...DEFAULT_PAIRS);
    await fc.assert(
      fc.asyncProperty(back, pairs, fc.integer({ min: 1, max: 60 }), async (slots, pair, count) => {
        const slot = NOON - slots * SLOT_MS;
        const candles = await market.candles(pair, slot, count);
        const isOpen = (end: number) => market.isOpen(end, pair);
        expect(findCandlesFlaw(candles, { slot, count, isOpen })).toBeNull();
        expect(candles).toHaveLength(count);
      }),
      { numRuns: 25, examples: [[97, 'XAUUSD', 60]] },
    );
  });

  it('returns no candle that ends after the given time or is unfinished', async () => {
    const candles = await market.candles('EURUSD', NOON + SLOT_MS - 1, 5);
    expect(candles.map(getCandleEnd)).toEqual([4, 3, 2, 1, 0].map((back) => NOON - back * SLOT_MS));
  });

  it('returns the same candles for any request, few or many', async () => {
    const many = await market.candles('GBPUSD', NOON, 50);
    expect(await market.candles('GBPUSD', NOON, 50)).toEqual(many);
    expect(await market.candles('GBPUSD', NOON, 7)).toEqual(many.slice(-7));
    const earlier = await market.candles('GBPUSD', NOON - 10 * SLOT_MS, 5);
    expect(earlier).toEqual(many.slice(35, 40));
  });

  it('returns candles for all pairs, each with its own prices', async () => {
    const { candles, failures } = await gatherCandles(market, NOON, 36);
    expect([...candles.keys()]).toEqual(DEFAULT_PAIRS);
    expect(failures.size).toBe(0);
    const closes = [...candles.values()].map((list) => list.at(-1)?.close);
    expect(new Set(closes).size).toBe(DEFAULT_PAIRS.length);
  });

  it('is open on a Friday at noon', () => {
    expect(market.isOpen(NOON)).toBe(true);
  });
});
