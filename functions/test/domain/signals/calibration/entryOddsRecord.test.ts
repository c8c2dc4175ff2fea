import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addGains,
  type GainTally,
  isRestatementProven,
  NO_GAINS,
  poolGains,
} from '../../../../src/domain/signals/calibration/entryOddsRecord';

/** As many results on each day, whose gains average `gain` give or take `spread` by the day. */
const createGains = (days: number, perDay: number, gain: number, spread = 0) =>
  Array.from({ length: days * perDay }, (_, index) => {
    const day = Math.floor(index / perDay);
    return { day, gain: gain + (day % 2 === 0 ? spread : -spread) };
  });

const createTally = (...args: Parameters<typeof createGains>): GainTally =>
  addGains(NO_GAINS, createGains(...args));

describe('gain tally', () => {
  it('sums results by day, and is the same if they are added nightly', () => {
    const gains = createGains(4, 3, 0.01, 0.02);
    const tally = addGains(NO_GAINS, gains);
    expect(tally).toMatchObject({ trials: 12, trialsTrials: 4 * 3 ** 2 });
    expect(tally.gain).toBeCloseTo(12 * 0.01, 12);
    expect(tally.gapGap).toBeCloseTo(2 * 0.09 ** 2 + 2 * 0.03 ** 2, 12);
    expect(tally.gapTrials).toBeCloseTo(3 * tally.gain, 12);
    const nightly = [0, 1, 2, 3].reduce<GainTally>(
      (sums, night) =>
        addGains(
          sums,
          gains.filter(({ day }) => day === night),
        ),
      NO_GAINS,
    );
    expect(nightly).toEqual(tally);
  });
});

describe('pooled gain', () => {
  it('is null with fewer than two results', () => {
    expect(poolGains([])).toEqual({ counted: 0, gain: null });
    expect(poolGains([createTally(1, 1, 0.1)])).toEqual({ counted: 1, gain: null });
  });

  it('is null and proves nothing with fewer than ten days', () => {
    const pooled = poolGains([createTally(9, 200, 0.01)]);
    expect(pooled).toEqual({ counted: 1800, gain: null });
    expect(isRestatementProven(pooled)).toBe(false);
  });

  it('is in percent of Brier skill, with an interval clustered by day', () => {
    const { counted, gain } = poolGains([createTally(10, 50, 0.0025, 0.005)]);
    expect(counted).toBe(500);
    expect(gain?.value).toBeCloseTo(1, 10);
    // Each day is two points of skill off the mean, so ten days have an error of 2 / √10.
    const half = (1.959964 * 2) / Math.sqrt(10);
    expect(gain?.low).toBeCloseTo(1 - half, 10);
    expect(gain?.high).toBeCloseTo(1 + half, 10);
  });

  it('counts each strategy’s days as separate clusters', () => {
    const tally = createTally(10, 50, 0.0025, 0.005);
    const { counted, gain } = poolGains([tally, tally]);
    expect(counted).toBe(1000);
    expect(gain?.value).toBeCloseTo(1, 10);
    expect(gain?.low).toBeCloseTo(1 - (1.959964 * 2) / Math.sqrt(20), 10);
  });

  it('always lies within its interval', () => {
    const results = fc.array(
      fc.record({ day: fc.nat(40), gain: fc.double({ min: -1, max: 1, noNaN: true }) }),
      { minLength: 20, maxLength: 200 },
    );
    fc.assert(
      fc.property(results, (gains) => {
        const { gain } = poolGains([addGains(NO_GAINS, gains)]);
        fc.pre(gain !== null);
        expect(gain.low).toBeLessThanOrEqual(gain.value);
        expect(gain.high).toBeGreaterThanOrEqual(gain.value);
      }),
    );
  });
});

describe('restatement of odds', () => {
  const isProven = (...tallies: readonly GainTally[]) => isRestatementProven(poolGains(tallies));

  it('is proven by a thousand results with a significant gain', () => {
    expect(isProven(createTally(20, 50, 0.001, 0.001))).toBe(true);
    expect(isProven(createTally(10, 50, 0.001), createTally(10, 50, 0.001))).toBe(true);
  });

  it('is not proven by fewer results, noise, a loss or no data', () => {
    expect(isProven(createTally(19, 52, 0.001, 0.001))).toBe(false);
    expect(isProven(createTally(20, 50, 0.001, 0.01))).toBe(false);
    expect(isProven(createTally(20, 50, -0.001))).toBe(false);
    expect(isProven()).toBe(false);
  });
});
