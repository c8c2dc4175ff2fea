import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairTrials, trialsOf } from '../../../src/domain/calibration/trials';
import { STRATEGIES } from '../../../src/domain/strategies/registry';
import { LOOKBACK } from '../../../src/domain/strategies/strategy';
import { someCandles } from '../../candles';

const COUNT = 90;
const withoutPlace = (trials: readonly object[]) =>
  trials.map((trial) => ({ ...trial, at: undefined }));

describe('a long walk over candles', () => {
  it('holds the very trials of one that begins with the newest candles', () => {
    fc.assert(
      fc.property(someCandles(150), fc.array(fc.nat(149), { maxLength: 3 }), (candles, gaps) => {
        const walked = candles.filter((_, index) => !gaps.includes(index));
        const long = new PairTrials('EURUSD', STRATEGIES, COUNT);
        for (const candle of walked) long.push(candle);
        const short = new PairTrials('EURUSD', STRATEGIES, COUNT);
        for (const candle of walked.slice(-COUNT)) short.push(candle);
        for (const index of STRATEGIES.keys())
          expect(withoutPlace(long.of(index))).toEqual(withoutPlace(short.of(index)));
        expect(long.window).toEqual(walked.slice(-LOOKBACK));
      }),
      { numRuns: 30 },
    );
  });
});

describe('trials', () => {
  it('of several pairs are learnt from together', () => {
    const [candles] = fc.sample(someCandles(60), 1);
    if (!candles) throw new Error('A sample was asked for');
    const one = trialsOf(new Map([['EURUSD', candles]]), STRATEGIES);
    const both = trialsOf(
      new Map([
        ['EURUSD', candles],
        ['GBPUSD', candles],
      ]),
      STRATEGIES,
    );
    expect(both.map((trials) => trials.length)).toEqual(one.map((trials) => 2 * trials.length));
  });
});
