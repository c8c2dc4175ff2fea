import { expect, it } from 'vitest';
import { restateAtEntry } from '../../src/signals/entryOdds';

/** An average range of 20 pips. */
const call = { direction: 'CALL', entryPrice: 1.1, worstPrice: 1.101 } as const;
const put = { direction: 'PUT', entryPrice: 1.1, worstPrice: 1.099 } as const;

it('lowers the odds if the price has already gone the signal’s way, and raises them otherwise', () => {
  expect(restateAtEntry(call, 0.52, 1.102)).toBeCloseTo(0.49, 2);
  expect(restateAtEntry(call, 0.52, 1.098)).toBeCloseTo(0.55, 2);
  expect(restateAtEntry(put, 0.52, 1.098)).toBeCloseTo(0.49, 2);
});

it('leaves them at the same price, or if there is no range', () => {
  expect(restateAtEntry(call, 0.52, 1.1)).toBeCloseTo(0.52, 12);
  expect(restateAtEntry({ ...call, worstPrice: 1.1 }, 0.52, 1.102)).toBe(0.52);
});

it('doesn’t go beyond two average ranges', () => {
  expect(restateAtEntry(call, 0.52, 1.104)).toBeCloseTo(restateAtEntry(call, 0.52, 1.2), 12);
});
