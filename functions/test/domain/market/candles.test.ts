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

describe('candles that a signal rests on', () => {
  it('are taken when they are whole and end at the slot', () => {
    fc.assert(fc.property(someCandles(COUNT), (candles) => check(candles) === null));
  });

  it.each<[string, Candle[], RegExp]>([
    ['too few', sound.slice(1), /only 5 of 6/],
    ['none', [], /only 0 of 6/],
    ['a newest one that is stale', changed(5, { time: NOON - 2 * SLOT_MS }), /newest candle ends/],
    ['one from the future', changed(5, { time: NOON }), /newest candle ends at 20261120T1205Z/],
    ['a high below the close', changed(2, { high: 1 }), /high and low/],
    ['a low above the open', changed(2, { low: 2 }), /high and low/],
    ['a price of zero', changed(2, { open: 0 }), /not a positive number/],
    ['a price that is no number', changed(2, { close: NaN }), /not a positive number/],
    ['a negative volume', changed(2, { volume: -1 }), /volume/],
    ['two of the same time', changed(3, { time: NOON - 4 * SLOT_MS }), /out of order/],
    [
      'a time inside a slot',
      changed(2, { time: NOON - 4 * SLOT_MS + 1 }),
      /does not start with a slot/,
    ],
  ])('are refused with a reason: %s', (_, candles, reason) => {
    expect(check(candles)).toMatch(reason);
  });

  const withGap = changed(0, { time: NOON - 7 * SLOT_MS });

  it('are refused where one is missing while the market was open', () => {
    expect(check(withGap)).toMatch(/candle at 20261120T1130Z is missing/);
  });

  it('are taken across a closed market', () => {
    expect(check(withGap, (slot) => slot !== NOON - 5 * SLOT_MS)).toBeNull();
  });
});

describe('a jump', () => {
  /** A quiet market of `count` candles that end at noon, the last of which closes `pipettes` away from the one before. */
  const ending = (pipettes: number, count = 40) =>
    buildCandles(
      Array.from({ length: count }, (_, index) => ({
        ...calm,
        change: index === count - 1 ? pipettes : 10 * (-1) ** index,
      })),
      NOON,
    );

  it('is a close far beyond what the pair usually moves', () => {
    expect(isJump(ending(400), NOON)).toBe(true);
    expect(isJump(ending(-400), NOON)).toBe(true);
    expect(isJump(ending(140), NOON)).toBe(false);
  });

  it('is measured by the pair’s own liveliness', () => {
    const lively = buildCandles(
      Array.from({ length: 40 }, (_, index) => ({
        ...calm,
        change: index === 39 ? 400 : 60 * (-1) ** index,
      })),
      NOON,
    );
    expect(isJump(lively, NOON)).toBe(false);
  });

  it('is no smallest step of a market that stood still', () => {
    const still = buildCandles(
      Array.from({ length: 40 }, (_, index) => ({ ...calm, change: index === 39 ? 1 : 0 })),
      NOON,
    );
    expect(isJump(still, NOON)).toBe(false);
  });

  it('is judged on what came before alone', () => {
    const known = ending(400);
    const later = sound.map((candle) => ({ ...candle, time: candle.time + COUNT * SLOT_MS }));
    expect(isJump([...known, ...later], NOON)).toBe(true);
    expect(isJump(known, NOON - SLOT_MS)).toBe(false);
  });

  it('is any close that less than an hour vouches for', () => {
    expect(isJump(ending(1, 12), NOON)).toBe(true);
    expect(isJump(ending(1, 14), NOON)).toBe(false);
  });
});

describe('a decimal', () => {
  it.each([
    ['1.17334', true],
    ['0.000000000000001', true],
    ['123456789012345', true],
    ['1.234567890123456', false],
  ])('%s has a double of its own: %s', (text, exact) => {
    expect(isExactDecimal(text)).toBe(exact);
  });
});
