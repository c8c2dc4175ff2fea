import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ForecastTally, computePerfectRange } from '../../src/signals/forecasts';

/** Deterministic pseudo-random number in [0, 1). */
function uniform(...keys: readonly number[]): number {
  const large = 43_758.5453 * Math.sin(keys.reduce((sum, key) => 12.9898 * sum + 78.233 * key, 1));
  return large - Math.floor(large);
}

interface Forecast {
  readonly percent: number;
  readonly happened: boolean;
}

const forecasts = fc.array(
  fc.record({ percent: fc.integer({ min: 0, max: 100 }), happened: fc.boolean() }),
  { minLength: 10, maxLength: 120 },
);

function createTally(all: readonly Forecast[]): ForecastTally {
  const tally = new ForecastTally();
  for (const { percent, happened } of all) tally.add(percent / 100, happened);
  return tally;
}

/** Forecasts near 50% that come true as often as stated, plus `bias` points. */
const trueForecasts = (count: number, seed: number, bias = 0): Forecast[] =>
  Array.from({ length: count }, (_, index) => {
    const percent = Math.round(4500 + 1000 * uniform(seed, index, 1)) / 100;
    return { percent, happened: uniform(seed, index, 2) < (percent + bias) / 100 };
  });

describe('ForecastTally', () => {
  it('splits all forecasts into ten ordered bins of equal size', () => {
    fc.assert(
      fc.property(forecasts, (all) => {
        const classes = createTally(all).bins();
        expect(classes).toHaveLength(10);
        const counts = classes.map(({ trials }) => trials);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        const sumOf = (of: (one: (typeof classes)[number]) => number) =>
          classes.reduce((sum, one) => sum + of(one) * one.trials, 0);
        expect(sumOf(() => 1)).toBe(all.length);
        expect(sumOf(({ said }) => said)).toBeCloseTo(
          all.reduce((sum, { percent }) => sum + percent, 0),
          6,
        );
        expect(sumOf(({ seen }) => seen / 100)).toBeCloseTo(
          all.filter(({ happened }) => happened).length,
          6,
        );
        const means = classes.map((one) => one.said);
        for (const [index, one] of means.entries())
          expect(one).toBeGreaterThanOrEqual((means[index - 1] ?? 0) - 1e-9);
      }),
    );
  });

  it('has fewer bins with fewer than ten forecasts, and none without any', () => {
    const one = { percent: 50, happened: true };
    expect(createTally([]).bins()).toEqual([]);
    expect(
      createTally([one, one, one])
        .bins()
        .map(({ trials }) => trials),
    ).toEqual([1, 1, 1]);
  });

  it('computes the AUC as the share of hits forecast above misses, counting ties as half', () => {
    fc.assert(
      fc.property(forecasts, (all) => {
        const hits = all.filter(({ happened }) => happened);
        const misses = all.filter(({ happened }) => !happened);
        const result = createTally(all).result();
        if (hits.length === 0 || misses.length === 0) {
          expect(result).toBeNull();
          return;
        }
        const higher = hits.flatMap((hit) =>
          misses.map((miss) => (Math.sign(hit.percent - miss.percent) + 1) / 2),
        );
        const share = higher.reduce((sum, one) => sum + one, 0) / higher.length;
        expect(result?.auc).toBeCloseTo(share, 9);
      }),
    );
  });

  it('has zero resolution for identical forecasts, and full resolution for perfect ones', () => {
    const alike = Array.from({ length: 100 }, (_, index) => ({
      percent: 50,
      happened: index % 2 === 0,
    }));
    expect(createTally(alike).result()).toMatchObject({ auc: 0.5, resolution: 0 });
    const prophet = alike.map(({ happened }) => ({ percent: happened ? 100 : 0, happened }));
    expect(createTally(prophet).result()).toMatchObject({
      auc: 1,
      resolution: 100,
      calibrationError: 0,
    });
  });
});

describe('perfect calibration range', () => {
  const getResult = (all: readonly Forecast[], designEffect = 1) => {
    const result = createTally(all).result(designEffect);
    if (!result) throw new Error('Some came true and some did not');
    return result;
  };

  it('contains the error of at least 90 in 100 calibrated forecasts, but not all', () => {
    const within = Array.from({ length: 100 }, (_, seed) =>
      getResult(trueForecasts(1000, seed)),
    ).filter(({ calibrationError, perfect }) => calibrationError <= perfect.most);
    expect(within.length).toBeGreaterThanOrEqual(90);
    expect(within.length).toBeLessThan(100);
  });

  it('excludes forecasts that are ten points off', () => {
    const { calibrationError, perfect } = getResult(trueForecasts(1000, 7, 10));
    expect(calibrationError).toBeGreaterThan(perfect.most);
  });

  it('contains about 95% of the bins of calibrated forecasts', () => {
    const classes = Array.from({ length: 40 }, (_, seed) =>
      createTally(trueForecasts(1000, seed)).bins(),
    ).flat();
    const within = classes.filter((one) => {
      const { low, high } = computePerfectRange(one, 1);
      return one.seen >= low && one.seen <= high;
    });
    expect(within.length / classes.length).toBeCloseTo(0.95, 1);
    expect(within.length).toBeLessThan(classes.length);
  });

  it('widens with fewer forecasts or a larger design effect', () => {
    const few = getResult(trueForecasts(100, 7)).perfect;
    const many = getResult(trueForecasts(10_000, 7)).perfect;
    expect(few.mean / many.mean).toBeCloseTo(10, 0);
    expect(getResult(trueForecasts(100, 7), 4).perfect.most).toBeCloseTo(2 * few.most, 9);
  });
});
