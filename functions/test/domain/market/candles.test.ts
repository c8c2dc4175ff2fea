import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findCandlesFlaw,
  isExactDecimal,
  isJump,
  type Candle,
} from '../../../src/domain/market/candles';
import { NOON, buildCandles, someCandles } from '../../candles';

const COUNT = 6;
const calm = { change: 3, above: 2, below: 2, volume: 100 };
const sound = buildCandles(
  Array.from({ length: COUNT }, () => calm),
  NOON,
);
const check = (candles: readonly Candle[], isOpen = (_: number) => true) =>
  findCandlesFlaw(candles, { slot: NOON, count: COUNT, isOpen });

const changed = (index: number, change: Partial<Candle>) =>
  sound.map((candle, at) => (at === index ? { ...candle, ...change } : candle));

describe('findCandlesFlaw', () => {
  it('accepts complete candles that end at the slot', () => {
    fc.assert(fc.property(someCandles(COUNT), (candles) => check(candles) === null));
  });

  it.each<[string, Candle[], RegExp]>([
    ['too few', sound.slice(1), /only 5 of 6/],
    ['none', [], /only 0 of 6/],
    ['a stale newest candle', changed(5, { time: NOON - 2 * SLOT_MS }), /newest candle ends/],
    [
      'a candle from the future',
      changed(5, { time: NOON }),
      /newest candle ends at 20261120T1205Z/,
    ],
    ['a high below the close', changed(2, { high: 1 }), /high and low/],
    ['a low above the open', changed(2, { low: 2 }), /high and low/],
    ['a price of zero', changed(2, { open: 0 }), /not a positive number/],
    ['a price that is no number', changed(2, { close: NaN }), /not a positive number/],
    ['a price that is not a number', changed(2, { volume: -1 }), /volume/],
    ['two candles with the same time', changed(3, { time: NOON - 4 * SLOT_MS }), /out of order/],
    [
      'a time inside a slot',
      changed(2, { time: NOON - 4 * SLOT_MS + 1 }),
      /does not start with a slot/,
    ],
  ])('returns a reason: %s', (_, candles, reason) => {
    expect(check(candles)).toMatch(reason);
  });

  const withGap = changed(0, { time: NOON - 7 * SLOT_MS });

  it('rejects a gap while the market was open', () => {
    expect(check(withGap)).toMatch(/candle at 20261120T1130Z is missing/);
  });

  it('accepts a gap while the market was closed', () => {
    expect(check(withGap, (slot) => slot !== NOON - 5 * SLOT_MS)).toBeNull();
  });
});

describe('isJump', () => {
  /** A quiet market of `count` candles up to noon; the last closes `pipettes` from the one before. */
  const ending = (pipettes: number, count = 40) =>
    buildCandles(
      Array.from({ length: count }, (_, index) => ({
        ...calm,
        change: index === count - 1 ? pipettes : 10 * (-1) ** index,
      })),
      NOON,
    );

  it('detects a close far beyond the pair’s usual moves', () => {
    expect(isJump(ending(400), NOON)).toBe(true);
    expect(isJump(ending(-400), NOON)).toBe(true);
    expect(isJump(ending(140), NOON)).toBe(false);
  });

  it('allows for the pair’s volatility', () => {
    const lively = buildCandles(
      Array.from({ length: 40 }, (_, index) => ({
        ...calm,
        change: index === 39 ? 400 : 60 * (-1) ** index,
      })),
      NOON,
    );
    expect(isJump(lively, NOON)).toBe(false);
  });

  it('ignores a one-step move after a flat market', () => {
    const still = buildCandles(
      Array.from({ length: 40 }, (_, index) => ({ ...calm, change: index === 39 ? 1 : 0 })),
      NOON,
    );
    expect(isJump(still, NOON)).toBe(false);
  });

  it('uses only earlier candles', () => {
    const history = ending(400);
    const later = sound.map((candle) => ({ ...candle, time: candle.time + COUNT * SLOT_MS }));
    expect(isJump([...history, ...later], NOON)).toBe(true);
    expect(isJump(history, NOON - SLOT_MS)).toBe(false);
  });

  it('flags any close with less than an hour of history', () => {
    expect(isJump(ending(1, 12), NOON)).toBe(true);
    expect(isJump(ending(1, 14), NOON)).toBe(false);
  });
});

describe('isExactDecimal', () => {
  it.each([
    ['1.17334', true],
    ['0.000000000000001', true],
    ['123456789012345', true],
    ['1.234567890123456', false],
  ])('%s fits a double exactly: %s', (text, exact) => {
    expect(isExactDecimal(text)).toBe(exact);
  });
});
