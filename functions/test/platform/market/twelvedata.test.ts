import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS, type Pair } from '@quantalgo/contracts/market/pairs';
import { findNextOpening } from '@quantalgo/contracts/signals/signalHours';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getCandleEnd } from '../../../src/domain/market/candles';
import { gatherCandles, type MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { createTwelveDataMarket } from '../../../src/platform/market/twelveData';
import { parsePairReplies } from '../../../src/platform/market/twelveDataApi';
import { NOON } from '../../candles';
import {
  KEY,
  startFakeTwelveData,
  limitMarket,
  type FakeTwelveData,
  type Fault,
} from './fakeTwelveData';

const real = createSimulatedMarket(DEFAULT_PAIRS);
const PLAN = { perMinute: 55, perDay: null };
const MOMENT = 2000;

let fake: FakeTwelveData;
let market: MarketData;
let pauses: number[] = [];

/** A market whose clock advances with the source’s; sleeping moves both. */
function marketAt(now: number, ours = now): MarketData {
  let slept = 0;
  fake.now = now;
  const sleep = (ms: number) => {
    pauses.push(ms);
    slept += ms;
    fake.now += ms;
    return Promise.resolve();
  };
  const source = { url: fake.url, key: KEY, pairs: DEFAULT_PAIRS, plan: PLAN };
  return createTwelveDataMarket(source, { clock: () => ours + slept, sleep });
}

beforeEach(async () => {
  fake = await startFakeTwelveData(real, NOON + MOMENT);
  market = marketAt(NOON + MOMENT);
  pauses = [];
});
afterEach(() => fake.close());

const says =
  (text: string, status = 200): Fault =>
  () => ({ status, text });
const error = (code: number, message = '') => JSON.stringify({ code, message, status: 'error' });

/** EUR/USD’s newest candle ends, or the error. */
const eurusd = () =>
  market.candles('EURUSD', NOON, 3).then(
    (candles) => candles.map(getCandleEnd),
    (reason: unknown) => String(reason),
  );

describe('Twelve Data market', () => {
  it('fetches all pairs in one request', async () => {
    const { candles, failures } = await gatherCandles(market, NOON, 36);
    expect(fake.asked.map(({ symbols }) => symbols)).toEqual([
      ['EUR/USD', 'GBP/USD', 'USD/JPY', 'XAU/USD'],
    ]);
    expect([...candles.keys()]).toEqual(DEFAULT_PAIRS);
    expect(failures.size).toBe(0);
    for (const list of candles.values()) expect(list).toHaveLength(36);
  });

  it('sends the key in a header, not in the URL', async () => {
    const market = createTwelveDataMarket(
      { url: fake.url, key: 'another', pairs: DEFAULT_PAIRS, plan: PLAN },
      { clock: () => NOON, sleep: () => Promise.resolve() },
    );
    await expect(market.candles('EURUSD', NOON, 3)).rejects.toThrow('the source rejected the key');
    expect(JSON.stringify(fake.asked)).not.toContain('another');
  });

  it('drops the unfinished candle', async () => {
    market = marketAt(NOON + SLOT_MS - 1);
    expect(await eurusd()).toEqual([NOON - 2 * SLOT_MS, NOON - SLOT_MS, NOON]);
  });

  it('drops a candle that is unfinished by the source’s clock if ours is ahead', async () => {
    market = marketAt(NOON - 60_000, NOON + 60_000);
    fake.fault = (_, body) => ({ text: JSON.stringify(body) });
    const ends = await eurusd();
    expect(ends).not.toContain(NOON);
    expect(ends.at(-1)).toBe(NOON - SLOT_MS);
  });

  it('waits a few seconds for the newest candle', async () => {
    fake.market = limitMarket(real, NOON - SLOT_MS);
    fake.fault = () => {
      if (fake.asked.length === 2) fake.market = real;
      return null;
    };
    expect((await eurusd()).at(-1)).toBe(NOON);
    expect(pauses).toEqual([1500, 3000]);
  });

  it('returns earlier candles if the newest one never arrives', async () => {
    fake.market = limitMarket(real, NOON - SLOT_MS);
    expect((await eurusd()).at(-1)).toBe(NOON - SLOT_MS);
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeLessThan(20_000);
  });

  it('doesn’t make pairs wait for another’s missing candle', async () => {
    const stale = limitMarket(real, NOON - SLOT_MS);
    const candles: MarketData['candles'] = (pair, ...asked) =>
      (pair === 'XAUUSD' ? stale : real).candles(pair, ...asked);
    fake.market = { ...real, candles };
    const requests = new Map<Pair, number>();
    const read = async (pair: Pair) => {
      const newest = (await market.candles(pair, NOON, 36)).at(-1);
      expect(newest && getCandleEnd(newest)).toBe(pair === 'XAUUSD' ? NOON - SLOT_MS : NOON);
      requests.set(pair, fake.asked.length);
    };
    await Promise.all(DEFAULT_PAIRS.map(read));
    expect(Object.fromEntries(requests)).toEqual({ EURUSD: 1, GBPUSD: 1, USDJPY: 1, XAUUSD: 4 });
  });

  it('doesn’t wait for a candle while the market is closed', async () => {
    const saturday = NOON + 24 * 60 * 60_000;
    fake.market = limitMarket(real, NOON);
    market = marketAt(saturday + MOMENT);
    await market.candles('EURUSD', saturday, 3);
    expect(pauses).toEqual([]);
  });

  it('retries only the pairs that failed', async () => {
    const down = { code: 500, message: 'Internal', status: 'error' };
    fake.fault = ({ symbols }, body) =>
      fake.asked.length > 1
        ? null
        : { text: JSON.stringify({ ...Object(body), [symbols[1] ?? '']: down }) };
    const { failures } = await gatherCandles(market, NOON, 36);
    expect(fake.asked.map(({ symbols }) => symbols.length)).toEqual([4, 1]);
    expect(failures.size).toBe(0);
  });

  it('retries in the next minute if the current minute’s credits are spent', async () => {
    const spent = error(429, 'You have run out of API credits for the current minute.');
    fake.fault = () => (fake.asked.length > 1 ? null : { text: spent });
    expect(await eurusd()).toHaveLength(3);
    expect(pauses).toEqual([59_000]);
  });

  it('doesn’t retry if the day’s credits are spent', async () => {
    fake.fault = says(error(429, 'You have run out of API credits for the day.'));
    expect(await eurusd()).toBe('Error: the source has no credits left today');
    expect(fake.asked).toHaveLength(1);
  });

  it.each<[string, Fault, string]>([
    ['a source error', says(error(500)), 'the source failed (500)'],
    ['an HTTP error', says('<html>Bad gateway</html>', 502), 'the source failed (502)'],
    ['an unknown pair', says(error(404)), 'the source does not offer the pair (404)'],
    [
      'truncated JSON',
      (_, body) => ({ text: JSON.stringify(body).slice(0, -40) }),
      'no candle series',
    ],
    ['an HTML page', says('<!doctype html>'), 'the source sent no candle series'],
    ['an empty reply', says(''), 'the source sent no candle series'],
    ['no candles', says('{"status":"ok"}'), 'the source sent no candle series (meta)'],
  ])('describes the failure: %s', async (_, fault, words) => {
    fake.fault = fault;
    expect(await eurusd()).toContain(words);
  });

  it('times out on a silent source after several attempts', async () => {
    const source = { url: fake.url, key: KEY, pairs: DEFAULT_PAIRS, plan: PLAN };
    const sleep = () => Promise.resolve();
    const hurried = { ...source, timeoutMs: 50 };
    market = createTwelveDataMarket(hurried, { clock: () => NOON + MOMENT, sleep });
    fake.fault = () => ({ isSilent: true });
    expect(await eurusd()).toBe('Error: the source did not answer in time');
    expect(fake.asked).toHaveLength(4);
  });

  it('reports an unreachable source', async () => {
    await fake.close();
    expect(await eurusd()).toBe('Error: the source can’t be reached');
  });

  it('closes before levels would run into the weekend, and opens on Sunday', () => {
    const at = (day: number, hour: number, minute = 0) =>
      market.isOpen(Date.UTC(2026, 10, day, hour, minute));
    expect([at(20, 21, 35), at(20, 21, 40), at(20, 22), at(21, 12)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([at(22, 22), at(22, 22, 5)]).toEqual([false, true]);
  });

  it('is closed for exactly the slots before its next opening', () => {
    const days = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    });
    const some = fc.subarray<Pair>(['EURUSD', 'USDJPY', 'XAUUSD', 'XAGUSD'], { minLength: 1 });
    fc.assert(
      fc.property(days, some, (day, pairs) => {
        const { isOpen } = createTwelveDataMarket({ url: fake.url, key: KEY, pairs, plan: PLAN });
        const from = slotStart(day.getTime());
        const opens = findNextOpening(pairs, day.getTime());
        if (opens === null) return isOpen(from);
        for (let slot = from; slot < opens; slot += SLOT_MS) if (isOpen(slot)) return false;
        return isOpen(opens);
      }),
      { numRuns: 150, examples: [[new Date('2026-12-24T22:00Z'), ['XAUUSD']]] },
    );
  });
});

const reply = (values: readonly object[], meta: object = {}) => ({
  status: 200,
  text: JSON.stringify({
    meta: { symbol: 'EUR/USD', interval: '5min', ...meta },
    values,
    status: 'ok',
  }),
});
const value = (minute: number, close = '1.1') => ({
  datetime: `2026-11-20 11:${String(minute).padStart(2, '0')}:00`,
  open: '1.1',
  high: '1.2',
  low: '1.0',
  close,
});
const read = (given: { status: number; text: string }) =>
  parsePairReplies(given, ['EURUSD'], NOON).get('EURUSD');

describe('Twelve Data reply', () => {
  it('is parsed oldest first whatever its order, with a volume of 0', () => {
    const rising = read(reply([value(0), value(5), value(10)]));
    expect(rising).toMatchObject({ candles: [{ volume: 0 }, {}, { time: NOON - 50 * 60_000 }] });
    expect(read(reply([value(10), value(5), value(0)]))).toEqual(rising);
  });

  it('may repeat a candle only if it is identical', () => {
    expect(read(reply([value(0), value(5), value(5)]))).toMatchObject({ candles: [{}, {}] });
    expect(read(reply([value(0), value(5), value(5, '1.15')]))).toMatchObject({
      failure: 'the source sent candles out of order at 2026-11-20 11:05:00',
    });
  });

  it.each<[string, { status: number; text: string }, RegExp]>([
    ['unordered candles', reply([value(0), value(10), value(5)]), /out of order/],
    ['a time inside a slot', reply([value(3)]), /does not start on a five-minute slot/],
    ['an invalid price', reply([value(0, 'NaN')]), /has an invalid number: NaN/],
    ['a high below its close', reply([value(0, '1.3')]), /high and low/],
    ['too many digits', reply([value(0, '1.1000000000000001')]), /more digits/],
    ['another pair’s candles', reply([value(0)], { symbol: 'GBP/USD' }), /candles of GBP\/USD/],
    ['another interval', reply([value(0)], { interval: '1min' }), /candle series/],
  ])('is rejected with a reason: %s', (_, given, reason) => {
    const parsed = read(given);
    expect(parsed && 'failure' in parsed && parsed.failure).toMatch(reason);
  });

  it('yields only valid candles or a reason if it is corrupted', () => {
    const text = reply([value(0), value(5), value(10)]).text;
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 6 }), (at, put) => {
        const broken = text.slice(0, at) + put + text.slice(at + put.length);
        const parsed = read({ status: 200, text: broken });
        if (parsed && 'failure' in parsed) expect(parsed.failure).toMatch(/^the source /);
        else
          for (const candle of parsed?.candles ?? [])
            expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
      }),
      { numRuns: 300 },
    );
  });
});
