import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOKBACK } from '../../../../src/domain/signals/strategies/strategy';
import { worstPrice } from '../../../../src/domain/signals/selection';
import { NOON, candlesOf, someCandles } from '../../../candles';

const ranging = (pipettes: number) =>
  candlesOf(
    Array.from({ length: LOOKBACK }, () => ({ change: 0, above: pipettes, below: 0, volume: 1 })),
    NOON,
  );

describe('the worst price to enter at', () => {
  it('lies half an average range against the signal', () => {
    expect(worstPrice('EURUSD', 'CALL', ranging(20), 1.085)).toBe(1.0851);
    expect(worstPrice('EURUSD', 'PUT', ranging(20), 1.085)).toBe(1.0849);
  });

  it('is rounded towards the reference: half of 15 pipettes allows seven', () => {
    expect(worstPrice('EURUSD', 'CALL', ranging(15), 1.085)).toBe(1.08507);
    expect(worstPrice('EURUSD', 'PUT', ranging(15), 1.085)).toBe(1.08493);
  });

  it('is never better than the reference, and has the digits of its pair', () => {
    fc.assert(
      fc.property(someCandles(LOOKBACK), (candles) => {
        const reference = candles.at(-1)?.close ?? 0;
        const highest = worstPrice('EURUSD', 'CALL', candles, reference);
        const lowest = worstPrice('EURUSD', 'PUT', candles, reference);
        expect(highest).toBeGreaterThanOrEqual(reference);
        expect(lowest).toBeLessThanOrEqual(reference);
        expect(highest).toBe(Number(highest.toFixed(5)));
        expect(lowest).toBe(Number(lowest.toFixed(5)));
      }),
    );
  });
});
