import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '../../src/domain/strategies/registry';
import { LOOKBACK } from '../../src/domain/strategies/strategy';
import { simulatedMarket } from '../../src/platform/marketData/simulated';
import { NOON, candlesOf, someCandles } from '../candles';

const steady = (change: number) =>
  candlesOf(
    Array.from({ length: LOOKBACK }, () => ({ change, above: 1, below: 1, volume: 200 })),
    NOON,
  );

describe.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))(
  '%s',
  (_, strategy) => {
    it('says the same of the same candles, with reasons', () => {
      fc.assert(
        fc.property(someCandles(LOOKBACK), (candles) => {
          const opinion = strategy.evaluate(candles);
          expect(strategy.evaluate(structuredClone(candles))).toEqual(opinion);
          if (!opinion) return;
          expect(opinion.score).toBeGreaterThan(0);
          expect(Number.isFinite(opinion.score)).toBe(true);
          expect(opinion.reasons.length).toBeGreaterThan(0);
          expect(opinion.reasons.join()).not.toMatch(/NaN|Infinity|undefined/);
        }),
      );
    });

    it('expects a market that only rose to fall, and the other way round', () => {
      expect(strategy.evaluate(steady(10))?.direction).toBe('PUT');
      expect(strategy.evaluate(steady(-10))?.direction).toBe('CALL');
    });

    it('has no opinion of a market that stands still', () => {
      expect(strategy.evaluate(steady(0))).toBeNull();
    });

    it('nearly always has one of a market that moves', async () => {
      const candles = await simulatedMarket(['EURUSD']).candles('EURUSD', NOON, 600);
      const windows = candles.slice(LOOKBACK).map((__, at) => candles.slice(at, at + LOOKBACK));
      const silent = windows.filter((window) => strategy.evaluate(window) === null);
      expect(silent.length).toBeLessThan(windows.length / 50);
    });
  },
);

it('every strategy has a name of its own', () => {
  expect(new Set(STRATEGIES.map(({ id }) => id)).size).toBe(STRATEGIES.length);
});
