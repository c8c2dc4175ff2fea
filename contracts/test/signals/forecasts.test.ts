import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ForecastTally, computePerfectRange } from '../../src/signals/forecasts';

/** Uniform below 1 by the fractional part of a large sine, the same in every run. */
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

function tallyOf(all: readonly Forecast[]): ForecastTally {
  const tally = new ForecastTally();
  for (const { percent, happened } of all) tally.add(percent / 100, happened);
  return tally;
}

/** Forecasts of around a half that come true as often as they say, plus `bias` points. */
const trueForecasts = (count: number, seed: number, bias = 0): Forecast[] =>
  Array.from({ length: count }, (_, index) => {
    const percent = Math.round(4500 + 1000 * uniform(seed, index, 1)) / 100;
    return { percent, happened: uniform(seed, index, 2) < (percent + bias) / 100 };
  });

describe('forecasts by height', () => {
  it('stand in ten classes of equal count that leave none out', () => {
    fc.assert(
      fc.property(forecasts, (all) => {
        const classes = tallyOf(all).bins();
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
        const said = classes.map((one) => one.said);
        for (const [index, one] of said.entries())
          expect(one).toBeGreaterThanOrEqual((said[index - 1] ?? 0) - 1e-9);
      }),
    );
  });

  it('are fewer classes while there are fewer forecasts, and none without', () => {
    const one = { percent: 50, happened: true };
    expect(tallyOf([]).bins()).toEqual([]);
    expect(
      tallyOf([one, one, one])
        .bins()
        .map(({ trials }) => trials),
    ).toEqual([1, 1, 1]);
  });

  it('tell hits from misses as often as a hit was forecast higher, ties counting half', () => {
    fc.assert(
      fc.property(forecasts, (all) => {
        const hits = all.filter(({ happened }) => happened);
        const misses = all.filter(({ happened }) => !happened);
        const result = tallyOf(all).result();
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

  it('resolve nothing where all are alike, and everything where a prophet speaks', () => {
    const alike = Array.from({ length: 100 }, (_, index) => ({
      percent: 50,
      happened: index % 2 === 0,
    }));
    expect(tallyOf(alike).result()).toMatchObject({ auc: 0.5, resolution: 0 });
    const prophet = alike.map(({ happened }) => ({ percent: happened ? 100 : 0, happened }));
    expect(tallyOf(prophet).result()).toMatchObject({
      auc: 1,
      resolution: 100,
      calibrationError: 0,
    });
  });
});

describe('a perfect forecast', () => {
  const resultOf = (all: readonly Forecast[], designEffect = 1) => {
    const result = tallyOf(all).result(designEffect);
    if (!result) throw new Error('Some came true and some did not');
    return result;
  };

  it('misses by no more than is said of it, 95 times of 100', () => {
    const kept = Array.from({ length: 100 }, (_, seed) =>
      resultOf(trueForecasts(1000, seed)),
    ).filter(({ calibrationError, perfect }) => calibrationError <= perfect.most);
    expect(kept.length).toBeGreaterThanOrEqual(90);
    expect(kept.length).toBeLessThan(100);
  });

  it('is told from one that is ten points off', () => {
    const { calibrationError, perfect } = resultOf(trueForecasts(1000, 7, 10));
    expect(calibrationError).toBeGreaterThan(perfect.most);
  });

  it('shows in 19 of 20 classes what is said of them', () => {
    const classes = Array.from({ length: 40 }, (_, seed) =>
      tallyOf(trueForecasts(1000, seed)).bins(),
    ).flat();
    const kept = classes.filter((one) => {
      const { low, high } = computePerfectRange(one, 1);
      return one.seen >= low && one.seen <= high;
    });
    expect(kept.length / classes.length).toBeCloseTo(0.95, 1);
    expect(kept.length).toBeLessThan(classes.length);
  });

  it('misses by more where forecasts are few, or share their candles', () => {
    const few = resultOf(trueForecasts(100, 7)).perfect;
    const many = resultOf(trueForecasts(10_000, 7)).perfect;
    expect(few.mean / many.mean).toBeCloseTo(10, 0);
    expect(resultOf(trueForecasts(100, 7), 4).perfect.most).toBeCloseTo(2 * few.most, 9);
  });
});
