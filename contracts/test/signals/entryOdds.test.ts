import fc from 'fast-check';
import { expect, it } from 'vitest';
import { restateAtEntry, restateFirstEntry } from '../../src/signals/entryOdds';

/** An average range of 20 pips. */
const call = { direction: 'CALL', entryPrice: 1.1, worstPrice: 1.101 } as const;
const put = { direction: 'PUT', entryPrice: 1.1, worstPrice: 1.099 } as const;

it('lowers the odds if the price moved in the signal’s direction, and raises them otherwise', () => {
  expect(restateAtEntry(call, 0.52, 1.102)).toBeCloseTo(0.49, 2);
  expect(restateAtEntry(call, 0.52, 1.098)).toBeCloseTo(0.55, 2);
  expect(restateAtEntry(put, 0.52, 1.098)).toBeCloseTo(0.49, 2);
});

it('keeps the odds if the price is unchanged or the range is zero', () => {
  expect(restateAtEntry(call, 0.52, 1.1)).toBeCloseTo(0.52, 12);
  expect(restateAtEntry({ ...call, worstPrice: 1.1 }, 0.52, 1.102)).toBe(0.52);
});

it('caps the price move at two average ranges', () => {
  expect(restateAtEntry(call, 0.52, 1.104)).toBeCloseTo(restateAtEntry(call, 0.52, 1.2), 12);
});

const firstEntry = { value: 48, low: 46, high: 50 };

it('restates the first-entry percentage using the odds among entries that move', () => {
  const restated = restateFirstEntry({ ...call, firstEntry, moves: 96 }, 1.102);
  expect(restated).toBeCloseTo(96 * restateAtEntry(call, 0.5, 1.102), 2);
  expect(restated).toBeLessThan(firstEntry.value);
  expect(restateFirstEntry({ ...call, firstEntry, moves: 96 }, 1.1)).toBe(firstEntry.value);
});

it('returns null if the signal doesn’t state the share that moves', () => {
  expect(restateFirstEntry({ ...call, firstEntry }, 1.102)).toBeNull();
});

it('stays between 0 and 100 for any signal', () => {
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  const price = fc.double({ min: 1e-5, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(percent, percent, price, price, price, (one, other, entry, worst, close) => {
      const [value, moves] = [Math.min(one, other), Math.max(one, other)];
      const signal = { ...call, entryPrice: entry, worstPrice: worst, moves };
      const odds = { value, low: value, high: value };
      const restated = restateFirstEntry({ ...signal, firstEntry: odds }, close) ?? 0;
      expect(restated).toBeGreaterThanOrEqual(0);
      expect(restated).toBeLessThanOrEqual(100);
    }),
  );
});
