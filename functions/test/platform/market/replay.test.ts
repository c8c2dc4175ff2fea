import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getCandleEnd, type Candle } from '../../../src/domain/market/candles';
import { parseEnvironment } from '../../../src/platform/core/environment';
import { openMarket } from '../../../src/platform/market/openMarket';
import { createReplayMarket } from '../../../src/platform/market/replay';
import { NOON, buildCandles } from '../../candles';

const HEADER = 'time,open,high,low,close,volume';
const FILE_END = Date.UTC(2026, 4, 15, 18);

const row = ({ time, open, high, low, close, volume }: Candle) =>
  [
    new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    open,
    high,
    low,
    close,
    volume,
  ].join();

const recorded = buildCandles(
  Array.from({ length: 400 }, (_, index) => ({
    change: (index % 7) - 3,
    above: 2,
    below: 2,
    volume: 50,
  })),
  FILE_END,
);

describe('replay market', () => {
  let folder = '';
  const write = (pair: string, candles: readonly Candle[]) =>
    writeFileSync(join(folder, `${pair}_M5.csv`), [HEADER, ...candles.map(row)].join('\n'));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'candles-'));
    write('EURUSD', recorded);
    write(
      'GBPUSD',
      recorded.filter((candle) => getCandleEnd(candle) !== FILE_END - 6 * HOUR_MS),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns the file’s candle from the same weekday and time', async () => {
    const market = await createReplayMarket(folder, ['EURUSD']);
    const [candle] = await market.candles('EURUSD', NOON, 1);
    const then = recorded.find((one) => getCandleEnd(one) === Date.UTC(2026, 4, 15, 12));
    expect(candle).toEqual({ ...then, time: NOON - SLOT_MS });
  });

  it('never returns a candle that ends after the given time', async () => {
    const market = await createReplayMarket(folder, ['EURUSD']);
    const candles = await market.candles('EURUSD', NOON + SLOT_MS - 1, 5);
    expect(candles.map(getCandleEnd)).toEqual([4, 3, 2, 1, 0].map((back) => NOON - back * SLOT_MS));
  });

  it('is open if any pair has a candle, and otherwise closed', async () => {
    const market = await createReplayMarket(folder, ['EURUSD', 'GBPUSD']);
    expect(market.isOpen(NOON)).toBe(true);
    expect((await market.candles('GBPUSD', NOON, 1)).map(getCandleEnd)).toEqual([NOON - SLOT_MS]);
    expect(market.isOpen(NOON + 7 * HOUR_MS)).toBe(false);
  });

  it('reads a file again if it has changed', async () => {
    await createReplayMarket(folder, ['EURUSD']);
    write('EURUSD', recorded.slice(0, -100));
    const path = join(folder, 'EURUSD_M5.csv');
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    const market = await createReplayMarket(folder, ['EURUSD']);
    const until = Date.UTC(2026, 10, 20, 18);
    const [newest] = await market.candles('EURUSD', until, 1);
    expect(newest && getCandleEnd(newest)).toBe(until - 100 * SLOT_MS);
  });

  it('has all pairs with files in the folder, default pairs first', async () => {
    write('AUDUSD', recorded);
    const settings = parseEnvironment({ CANDLES_DIR: folder, DEMONSTRATION: 'true' });
    const all = await openMarket(settings);
    expect(all.pairs).toEqual(['EURUSD', 'GBPUSD', 'AUDUSD']);
    expect((await openMarket({ ...settings, pairs: ['GBPUSD'] })).pairs).toEqual(['GBPUSD']);
  });

  it('throws if the folder has no candle file', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const settings = parseEnvironment({ CANDLES_DIR: empty, DEMONSTRATION: 'true' });
    await expect(openMarket(settings)).rejects.toThrow(/^There is no candle file in .*EURUSD\.csv/);
  });

  it('throws with the name of a missing file', async () => {
    await expect(createReplayMarket(folder, ['USDJPY'])).rejects.toThrow('USDJPY.csv');
  });
});
