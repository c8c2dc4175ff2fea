import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOKBACK } from '../../../../src/domain/signals/strategies/strategy';
import { computeWorstPrice } from '../../../../src/domain/signals/selection';
import { NOON, buildCandles, someCandles } from '../../../candles';

const ranging = (pipettes: number) =>
  buildCandles(
    Array.from({ length: LOOKBACK }, () => ({ change: 0, above: pipettes, below: 0, volume: 1 })),
    NOON,
  );

describe('computeWorstPrice', () => {
  it('is half an average range beyond the reference price', () => {
    expect(computeWorstPrice('EURUSD', 'CALL', ranging(20), 1.085)).toBe(1.0851);
    expect(computeWorstPrice('EURUSD', 'PUT', ranging(20), 1.085)).toBe(1.0849);
  });

  it('rounds towards the reference, so half of 15 pipettes allows seven', () => {
    expect(computeWorstPrice('EURUSD', 'CALL', ranging(15), 1.085)).toBe(1.08507);
    expect(computeWorstPrice('EURUSD', 'PUT', ranging(15), 1.085)).toBe(1.08493);
  });

  it('is never better than the reference, and has the pair’s precision', () => {
    fc.assert(
      fc.property(someCandles(LOOKBACK), (candles) => {
        const reference = candles.at(-1)?.close ?? 0;
        const highest = computeWorstPrice('EURUSD', 'CALL', candles, reference);
        const lowest = computeWorstPrice('EURUSD', 'PUT', candles, reference);
        expect(highest).toBeGreaterThanOrEqual(reference);
        expect(lowest).toBeLessThanOrEqual(reference);
        expect(highest).toBe(Number(highest.toFixed(5)));
        expect(lowest).toBe(Number(lowest.toFixed(5)));
      }),
    );
  });
});
