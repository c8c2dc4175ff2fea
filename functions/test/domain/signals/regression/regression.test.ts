import type { Pair } from '@quantalgo/contracts/market/pairs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../../src/domain/market/candles';
import { computeFeatures, FEATURE_NAMES } from '../../../../src/domain/signals/regression/features';
import {
  createModel,
  toProbabilityUp,
  updateModel,
} from '../../../../src/domain/signals/regression/model';
import { START } from '../../../../src/domain/signals/regression/start';
import { regression } from '../../../../src/domain/signals/strategies/regression';
import { LOOKBACK, type Windows } from '../../../../src/domain/signals/strategies/strategy';
import { hashToUnit } from '../../../../src/platform/market/simulated';
import { someCandles } from '../../../candles';

const between = (pairs: Readonly<Record<Pair, readonly Candle[]>>, pair: Pair): Windows => ({
  pair,
  windows: new Map(Object.entries(pairs)),
});

const getFeatures = (candles: readonly Candle[], others: readonly Candle[]) =>
  computeFeatures(candles, between({ EURUSD: candles, GBPUSD: others }, 'EURUSD'));

/** The same candles with prices mirrored around 1. */
const mirror = (candles: readonly Candle[]): Candle[] =>
  candles.map((candle) => ({
    ...candle,
    open: 2 - candle.open,
    high: 2 - candle.low,
    low: 2 - candle.high,
    close: 2 - candle.close,
  }));

describe('features', () => {
  it('change sign when prices are mirrored', () => {
    fc.assert(
      fc.property(someCandles(LOOKBACK), someCandles(LOOKBACK), (candles, others) => {
        const features = getFeatures(candles, others);
        const mirrored = getFeatures(mirror(candles), mirror(others));
        expect(features?.length).toBe(FEATURE_NAMES.length);
        for (const [at, value] of (features ?? []).entries())
          expect(mirrored?.[at]).toBeCloseTo(-value, 6);
      }),
    );
  });

  it('are null for a window that has a gap or is too short', () => {
    const [candles = []] = fc.sample(someCandles(LOOKBACK + 1), 1);
    expect(getFeatures(candles.slice(2), candles.slice(1))).toBeNull();
    const gap = [...candles.slice(0, 20), ...candles.slice(21)];
    expect(getFeatures(gap, candles.slice(1))).toBeNull();
  });

  it('match the number of starting weights', () => {
    expect(START.weights).toHaveLength(FEATURE_NAMES.length);
    expect(START.precision).toHaveLength((FEATURE_NAMES.length * (FEATURE_NAMES.length + 1)) / 2);
  });
});

describe('regression', () => {
  const sampleAt = (index: number) => {
    const features = Float64Array.from([0, 1], (at) => 4 * hashToUnit(index, at) - 2);
    const isUp = hashToUnit(index, 9) < toProbabilityUp([0.4, -0.2], features);
    return { features, isUp };
  };
  const samples = Array.from({ length: 60_000 }, (_, index) => sampleAt(index));
  const learn = (size: number) => {
    let model = createModel(2);
    for (let at = 0; at < samples.length; at += size)
      model = updateModel(model, samples.slice(at, at + size), at);
    return model;
  };

  it('learns the weights of its samples in daily batches', () => {
    const { weights, samples: count } = learn(500);
    expect(count).toBe(60_000);
    // A ridge of 10,000 samples draws them towards 0.
    expect(weights[0]).toBeGreaterThan(0.34);
    expect(weights[0]).toBeLessThan(0.42);
    expect(weights[1]).toBeLessThan(-0.16);
    expect(weights[1]).toBeGreaterThan(-0.22);
  });

  it('starts with a probability of one half', () => {
    expect(toProbabilityUp(createModel(3).weights, Float64Array.of(1, 2, 3))).toBe(0.5);
    expect(updateModel(createModel(3), [], 5)).toEqual({ ...createModel(3), until: 5 });
  });

  it('expects the probability that a score was derived from', () => {
    const opinion = regression.weigh?.(
      Float64Array.from(FEATURE_NAMES, () => 1),
      FEATURE_NAMES.map((_, at) => (at === 0 ? 0.08 : 0)),
    );
    expect(opinion?.direction).toBe('CALL');
    const expected = 1 / (1 + Math.exp(-0.08));
    expect(regression.expects?.(opinion?.score ?? 0)).toBeCloseTo(expected, 9);
    expect(opinion?.reasons()).toEqual([
      'A logistic regression on 22 measures of this and other pairs gives this direction 52.0%',
      'A main factor: return 1',
    ]);
  });
});
