import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCandleEnd } from '../../../src/domain/market/candles';
import { getPairProfile, createSimulatedMarket } from '../../../src/platform/market/simulated';
import { NOON } from '../../candles';

const market = () => createSimulatedMarket(DEFAULT_PAIRS);
const pairs = fc.constantFrom(...DEFAULT_PAIRS);
const slots = fc.integer({ min: 0, max: 5_000_000 }).map((slot) => slot * SLOT_MS + NOON);

describe('simulated market', () => {
  it('never changes its candles', async () => {
    const [candle] = await market().candles('EURUSD', NOON, 1);
    expect(candle).toEqual({
      time: NOON - SLOT_MS,
      open: 1.09446,
      high: 1.09446,
      low: 1.09422,
      close: 1.09432,
      volume: 244,
    });
  });

  it('returns the same candle alone or among many', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, slots, async (pair, slot) => {
        const many = await market().candles(pair, slot, 40);
        const [one] = await market().candles(pair, slot - 10 * SLOT_MS, 1);
        expect(many[29]).toEqual(one);
      }),
    );
  });

  it('opens each candle at the previous close, with both prices between high and low', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, slots, async (pair, slot) => {
        const candles = await market().candles(pair, slot, 12);
        for (const [index, candle] of candles.entries()) {
          const before = candles[index - 1];
          if (before)
            expect([candle.time, candle.open]).toEqual([getCandleEnd(before), before.close]);
          expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
          expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
          expect(candle.volume).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('returns only closed candles', async () => {
    const inside = await market().candles('EURUSD', NOON + SLOT_MS - 1, 3);
    expect(inside.map(getCandleEnd)).toEqual([NOON - 2 * SLOT_MS, NOON - SLOT_MS, NOON]);
  });

  it('has realistic volatility, with a few flat candles', async () => {
    const candles = await market().candles('EURUSD', NOON, 4000);
    const returns = candles.map(({ open, close }) => 100 * Math.log(close / open));
    const deviation = Math.sqrt(returns.reduce((sum, one) => sum + one ** 2, 0) / returns.length);
    expect(deviation).toBeGreaterThan(0.015);
    expect(deviation).toBeLessThan(0.03);
    const flat = returns.filter((one) => one === 0).length / returns.length;
    expect(flat).toBeGreaterThan(0.003);
    expect(flat).toBeLessThan(0.05);
  });

  it('clusters volatility', async () => {
    const candles = await market().candles('EURUSD', NOON, 4000);
    const sizes = candles.map(({ open, close }) => Math.abs(Math.log(close / open)));
    const mean = sizes.reduce((sum, one) => sum + one, 0) / sizes.length;
    const variance = sizes.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const together = (lag: number) =>
      sizes
        .slice(lag)
        .reduce((sum, one, index) => sum + (one - mean) * ((sizes[index] ?? mean) - mean), 0) /
      variance;
    expect(together(1)).toBeGreaterThan(0.05);
    expect(together(6)).toBeGreaterThan(0.05);
  });

  it('prices broker pairs like the real ones, but moves them independently', async () => {
    const both = createSimulatedMarket(['EURUSD', 'EURUSD-OTC']);
    const saturday = NOON + 24 * 60 * 60_000;
    const [real, own] = await Promise.all([
      both.candles('EURUSD', saturday, 20),
      both.candles('EURUSD-OTC', saturday, 20),
    ]);
    expect(own).toHaveLength(20);
    expect(own.map(({ close }) => close)).not.toEqual(real.map(({ close }) => close));
    for (const { close } of own) expect(Math.abs(close / 1.085 - 1)).toBeLessThan(0.05);
    expect(both.isOpen(saturday)).toBe(true);
  });

  it('is always open, even at weekends', () => {
    expect(market().isOpen(NOON + 30 * 60 * 60_000)).toBe(true);
  });
});

describe('pair profile', () => {
  it.each(DEFAULT_PAIRS)('exists for %s', async (pair) => {
    const { price, volatility } = getPairProfile(pair);
    const [candle] = await market().candles(pair, NOON, 1);
    expect(Math.abs(Math.log((candle?.close ?? NaN) / price))).toBeLessThan(300 * volatility);
    expect(price).not.toBe(1);
  });

  it('is derived from the pair’s currencies if it has no own price', () => {
    expect(getPairProfile('EURJPY').price).toBeCloseTo(164.3, 1);
    expect(getPairProfile('AUDUSD-OTC')).toEqual(getPairProfile('AUDUSD'));
    expect(getPairProfile('XAGUSD').volatility).toBe(getPairProfile('XAUUSD').volatility);
  });

  it('can’t be derived for an unpriced currency', () => {
    expect(() => createSimulatedMarket(['EURUSD', 'QQQUSD'])).toThrow('has no price for QQQUSD');
  });
});
