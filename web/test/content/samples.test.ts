import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDrift } from '../../src/content/chance';
import {
  GUEST_SIGNALS,
  getSampleMood,
  createSampleSignals,
  getVolatileAssets,
} from '../../src/screens/home/MarketPulse';
import { SAMPLE_COUNTER } from '../../src/screens/network/LiveCounter';
import { SAMPLE_VIEWERS } from '../../src/screens/live/StreamTeaser';

const SEED = 7;
const steps = (count: number) => Array.from({ length: count }, (_, step) => step);
const seeds = fc.integer({ min: 0, max: 100_000 });
const few = fc.integer({ min: 0, max: 300 });

describe('applyDrift', () => {
  it('keeps the counter near 1247, changing every five seconds', () => {
    expect(SAMPLE_COUNTER).toMatchObject({ start: 1247, intervalMs: 5_000 });
    expect(steps(7).map((step) => applyDrift(SAMPLE_COUNTER, SEED, step))).toEqual([
      1247, 1248, 1247, 1248, 1247, 1247, 1250,
    ]);
    fc.assert(
      fc.property(seeds, few, (seed, step) => {
        expect(Math.abs(applyDrift(SAMPLE_COUNTER, seed, step) - 1247)).toBeLessThanOrEqual(17);
      }),
    );
  });

  it.each([SAMPLE_COUNTER, SAMPLE_VIEWERS])('never leaves its bounds', (drift) => {
    for (const seed of steps(20)) {
      const count = applyDrift(drift, seed, 2000);
      expect(count).toBeGreaterThanOrEqual(drift.within[0]);
      expect(count).toBeLessThanOrEqual(drift.within[1]);
    }
  });
});

/** Share of steps in which a value differs from the step before. */
function getChangeRate(at: (step: number) => unknown, count: number): number {
  let changed = 0;
  for (let step = 1; step <= count; step += 1)
    if (JSON.stringify(at(step)) !== JSON.stringify(at(step - 1))) changed += 1;
  return changed / count;
}

describe('simulated market', () => {
  it('is deterministic for a seed', () => {
    expect(steps(11).map((step) => getSampleMood(SEED, step))).toEqual([
      'Bullish',
      'Bullish',
      ...Array.from({ length: 8 }, () => 'Bearish'),
      'Neutral',
    ]);
    expect(getVolatileAssets(SEED, 1).map(({ name }) => name)).toEqual([
      'BTC/USD',
      'XAU/USD',
      'AUD/USD',
      'USD/CAD',
    ]);
  });

  it('has four moods and changes with a probability of 30%', () => {
    expect(new Set(steps(400).map((step) => getSampleMood(SEED, step)))).toEqual(
      new Set(['Bullish', 'Bearish', 'Neutral', 'Volatile']),
    );
    expect(getChangeRate((step) => getSampleMood(SEED, step), 1000)).toBeCloseTo(0.3, 1);
  });

  it('always lists four volatile assets, changing with a probability of 20%', () => {
    expect(getChangeRate((step) => getVolatileAssets(SEED, step), 1000)).toBeCloseTo(0.2, 1);
    for (const step of steps(200)) expect(getVolatileAssets(SEED, step)).toHaveLength(4);
  });
});

describe('sample signals', () => {
  it('show guests EUR/USD, GBP/USD and USD/JPY with alternating directions', () => {
    const signals = createSampleSignals(GUEST_SIGNALS, {
      seed: SEED,
      step: 0,
      now: 1_700_000_000_000,
    });
    expect(signals.map(({ pair, direction }) => `${pair} ${direction}`)).toEqual([
      'EUR/USD CALL',
      'GBP/USD PUT',
      'USD/JPY CALL',
    ]);
  });

  it('draw their confidence independently of the mood', () => {
    const [, highest] = GUEST_SIGNALS.confidence;
    const stepsWithChange = steps(1000)
      .slice(1)
      .filter((step) => getSampleMood(SEED, step) !== getSampleMood(SEED, step - 1));
    for (const index of GUEST_SIGNALS.pairs.keys())
      expect(
        stepsWithChange.map(
          (step) =>
            createSampleSignals(GUEST_SIGNALS, { seed: SEED, step, now: 0 })[index]?.confidence,
        ),
      ).toContain(highest);
  });

  it('have five-minute windows in the past, so none looks enterable', () => {
    fc.assert(
      fc.property(seeds, few, fc.integer({ min: 0, max: 4e12 }), (seed, step, now) => {
        for (const { from, to } of createSampleSignals(GUEST_SIGNALS, { seed, step, now })) {
          expect(to - from).toBe(SLOT_MS);
          expect(to).toBeLessThanOrEqual(now);
        }
      }),
    );
  });
});
