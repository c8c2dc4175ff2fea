// @vitest-environment jsdom
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { pickOffset, clockOffset, recordServerTime, serverNow } from '../../../src/data/core/clock';

describe('clock offset', () => {
  it('is measured from a response, corrected by half the round trip', () => {
    recordServerTime(5 * HOUR_MS + 1000, 1000, 1400);
    expect(clockOffset.get()).toEqual({ offset: 5 * HOUR_MS - 200, roundTrip: 400 });
  });

  it('prefers the measurement with the shorter round trip', () => {
    const exact = { offset: 1000, roundTrip: 40 };
    expect(pickOffset(exact, { offset: 1100, roundTrip: 900 })).toBe(exact);
    expect(pickOffset({ offset: 1100, roundTrip: 900 }, exact)).toBe(exact);
  });

  it('follows when the device’s clock is set while the page is open', () => {
    const before = { offset: 0, roundTrip: 40 };
    const after = { offset: -2 * HOUR_MS, roundTrip: 900 };
    expect(pickOffset(before, after)).toBe(after);
  });

  it('is never off by more than half the round trip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -12 * HOUR_MS, max: 12 * HOUR_MS }),
        fc.array(fc.record({ there: fc.nat(3000), back: fc.nat(3000) }), { minLength: 1 }),
        (error, trips) => {
          const learnt = trips
            .map(({ there, back }) => ({
              offset: error + there - (there + back) / 2,
              roundTrip: there + back,
            }))
            .reduce((best, next) => pickOffset(best, next));
          expect(Math.abs(learnt.offset - error)).toBeLessThanOrEqual(learnt.roundTrip / 2);
        },
      ),
    );
  });

  it('is restored for an offline start and replaced by the first measurement', async () => {
    clockOffset.set(null);
    recordServerTime(Date.now() + 2 * HOUR_MS, Date.now(), Date.now());
    vi.resetModules();
    const { clockOffset: afterReload, recordServerTime: learnAgain } =
      await import('../../../src/data/core/clock');
    expect(afterReload.get()?.offset).toBeCloseTo(2 * HOUR_MS, -2);
    learnAgain(Date.now() + 1, Date.now() - 4000, Date.now());
    expect(afterReload.get()?.roundTrip).toBeLessThan(5000);
  });

  it('determines serverNow instead of the device’s clock', () => {
    clockOffset.set({ offset: -3 * HOUR_MS, roundTrip: 10 });
    expect(serverNow()).toBeCloseTo(Date.now() - 3 * HOUR_MS, -2);
  });
});
