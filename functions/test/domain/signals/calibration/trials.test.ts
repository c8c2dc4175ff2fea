import { LADDER_RULES as rules } from '@quantalgo/contracts/signals/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PairTrials,
  runTrials,
  type PairTrialRing,
} from '../../../../src/domain/signals/calibration/trials';
import type { Candle } from '../../../../src/domain/market/candles';
import { STRATEGIES } from '../../../../src/domain/signals/strategies/registry';
import { LOOKBACK } from '../../../../src/domain/signals/strategies/strategy';
import { someCandles } from '../../../candles';

const COUNT = 90;
const toRows = ({ trials }: PairTrialRing) =>
  Array.from({ length: trials.length }, (_, index) => [
    trials.slot(index),
    trials.score(index),
    trials.volatility(index),
    trials.isFlat(index),
    trials.isWon(index),
    trials.isFirstEntryWon(index),
  ]);

function walkOver(walk: PairTrials, candles: readonly Candle[]): void {
  for (const candle of candles) {
    walk.push(candle);
    walk.ask(new Map([['EURUSD', walk.window]]));
  }
}

describe('PairTrials', () => {
  it('has the same trials after a long history as after only the newest candles', () => {
    fc.assert(
      fc.property(someCandles(150), fc.array(fc.nat(149), { maxLength: 3 }), (candles, gaps) => {
        const walked = candles.filter((_, index) => !gaps.includes(index));
        const long = new PairTrials('EURUSD', STRATEGIES, { rules, count: COUNT });
        walkOver(long, walked);
        const short = new PairTrials('EURUSD', STRATEGIES, { rules, count: COUNT });
        walkOver(short, walked.slice(-COUNT));
        for (const index of STRATEGIES.keys())
          expect(toRows(long.of(index))).toEqual(toRows(short.of(index)));
        expect(long.window).toEqual(walked.slice(-LOOKBACK));
      }),
      { numRuns: 30 },
    );
  });
});

describe('runTrials', () => {
  it('evaluates several pairs together, once all have their candle for the slot', () => {
    const [candles] = fc.sample(someCandles(60), 1);
    if (!candles) throw new Error('A sample was asked for');
    const one = runTrials(new Map([['EURUSD', candles]]), STRATEGIES, rules);
    const both = runTrials(
      new Map([
        ['EURUSD', candles],
        ['GBPUSD', candles],
      ]),
      STRATEGIES,
      rules,
    );
    for (const [index, pairs] of both.entries()) {
      expect(pairs.map(({ pair }) => pair)).toEqual(['EURUSD', 'GBPUSD']);
      // What it says of a pair depends on the others.
      if (STRATEGIES[index]?.id === 'regression') continue;
      for (const trials of pairs) expect(toRows(trials)).toEqual(one[index]?.flatMap(toRows));
    }
    const strength = STRATEGIES.findIndex(({ id }) => id === 'currency-strength');
    const apart = runTrials(
      new Map([
        ['EURUSD', candles],
        ['GBPUSD', candles.map((candle) => ({ ...candle, close: candle.open }))],
      ]),
      STRATEGIES,
      rules,
    );
    expect(apart[strength]?.every(({ trials }) => trials.length > 0)).toBe(true);
  });
});
