import type { Candle } from '@quantalgo/functions/domain/market/candles';
import { LOOKBACK } from '@quantalgo/functions/domain/signals/strategies/strategy';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { expect, it } from 'vitest';
import { buildCandles, NOON } from '../../../functions/test/candles';
import { reversal } from '../../src/research/reversal';
import { DayClusters } from '../../src/research/score';

const speak = (candles: readonly Candle[]) =>
  reversal.evaluate(candles, { pair: 'EURUSD', windows: new Map([['EURUSD', candles]]) });

it('reversal trades against a candle larger than three usual ones and ignores smaller ones', () => {
  const usual = Array.from({ length: LOOKBACK - 1 }, (_, index) => ({
    change: index % 2 === 0 ? 10 : -10,
    above: 1,
    below: 1,
    volume: 0,
  }));
  const after = (change: number) =>
    speak(buildCandles([...usual, { change, above: 0, below: 0, volume: 0 }], NOON));
  expect(after(31)?.direction).toBe('PUT');
  expect(after(-31)?.direction).toBe('CALL');
  expect(after(29)).toBeNull();
});

it('a daily interval depends on the variation between days, not on the results per day', () => {
  const interval = (perDay: number) => {
    const clusters = new DayClusters();
    for (let day = 0; day < 50; day += 1)
      for (let count = 0; count < perDay; count += 1) clusters.add(day * DAY_MS + count, day % 2);
    return clusters.result();
  };
  expect(interval(1).value).toBe(0.5);
  expect(interval(200).half).toBeCloseTo(interval(1).half, 9);
  expect(interval(1).half).toBeCloseTo((1.959964 * 0.5) / Math.sqrt(50), 9);
});
