import { STATED_PAYOUTS } from '../../src/signals/payout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_MS, slotId } from '../../src/core/slots';
import { UTC } from '../../src/core/time';
import { groupResults, RESULT_GROUPS } from '../../src/journal/groups';
import {
  getCoinResult,
  type CountedTrade,
  toCountedTrades,
  buildCurve,
  buildBaselineTrades,
  compareWithChance,
  splitResult,
  computeChanceRange,
  assessSignificance,
  sumTrades,
} from '../../src/journal/results';
import { settleEntry } from '../../src/journal/settle';
import { computeSampleSize } from '../../src/signals/figures';
import { arbitraryEntries, arbitraryTrades } from './arbitrary';

const START = Date.parse('2026-11-20T08:00:00Z');

/** One-dollar trades with a payout of 80%, each on its own candle. The first `won` are wins. */
function createTrades(count: number, won: number): CountedTrade[] {
  return Array.from({ length: count }, (_, at) => {
    const direction = 'CALL' as const;
    const closes = [{ price: 1 }, { price: at < won ? 2 : 0.5 }];
    const trades = [{ level: 0, stake: 100, price: null, at: null, close: null }];
    const result = settleEntry(
      { trades, payout: 0.8, pair: 'EURUSD', direction },
      { pair: 'EURUSD', direction, closes },
      null,
    );
    return toCountedTrades({
      id: slotId(START + at * SLOT_MS),
      pair: 'EURUSD',
      direction,
      broker: '',
      tags: [],
      verdict: null,
      payout: 0.8,
      result,
    });
  }).flat();
}

/** Mean and standard deviation of coin flips, over every combination of rising and falling candles. */
function enumerateCoinFlips(trades: readonly CountedTrade[]): { mean: number; spread: number } {
  const moving = trades.filter(({ isFlat }) => !isFlat);
  const candles = [...new Set(moving.map(({ pair, id, at }) => `${pair ?? id} ${at}`))];
  const results = Array.from({ length: 2 ** candles.length }, (_, ways) =>
    moving.reduce((sum, { pair, id, at, direction, stake, payout }) => {
      const isUp = ((ways >> candles.indexOf(`${pair ?? id} ${at}`)) & 1) === 1;
      return sum + (isUp === (direction === 'CALL') ? stake * payout : -stake);
    }, 0),
  );
  const mean = results.reduce((sum, one) => sum + one, 0) / results.length;
  const variance = results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / results.length;
  return { mean, spread: Math.sqrt(variance) };
}

describe('toCountedTrades', () => {
  it('counts only trades with a stake, a recorded outcome and their own outcome', () => {
    fc.assert(
      fc.property(arbitraryEntries(), (entries) => {
        const counted = entries.flatMap(toCountedTrades);
        const expected = entries.flatMap(({ result }) =>
          result.trades.filter(
            ({ stake, recorded, outcome }) => stake !== null && recorded !== null && outcome,
          ),
        );
        expect(counted.map(({ cents }) => cents)).toEqual(expected.map(({ cents }) => cents));
      }),
    );
  });
});

describe('result', () => {
  it('splits exactly into payout, direction and price parts', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        const sum = sumTrades(trades);
        const { payout, direction, prices } = splitResult(sum);
        expect(payout + direction + prices).toBe(sum.cents);
        expect(sum.cents).toBe(trades.reduce((all, { cents }) => all + cents, 0));
        if (trades.every(({ trade: { price, close } }) => price === null && close === null))
          expect(prices).toBe(0);
      }),
    );
  });

  it('has the mean and spread of one coin flip per pair and candle', () => {
    fc.assert(
      fc.property(arbitraryTrades(4), (trades) => {
        fc.pre(trades.length <= 10);
        const { mean, spread } = enumerateCoinFlips(trades);
        const sum = sumTrades(trades);
        expect(sum.evenCents).toBeCloseTo(mean, 4);
        expect(sum.spread).toBeCloseTo(spread, 4);
      }),
      { numRuns: 200 },
    );
  });

  it('does not depend on the order of its trades', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        const [one, other] = [sumTrades(trades), sumTrades([...trades].reverse())];
        for (const field of ['cents', 'recordedCents', 'coinCents', 'staked', 'won'] as const)
          expect(other[field]).toBe(one[field]);
        expect(other.spread).toBeCloseTo(one.spread, 6);
      }),
    );
  });

  it('lies in its chance range, which is no narrower when more results are compared', () => {
    fc.assert(
      fc.property(arbitraryTrades(), fc.integer({ min: 2, max: 40 }), (trades, tried) => {
        const sum = sumTrades(trades);
        const [alone, among] = [
          computeChanceRange(sum.cents, sum),
          computeChanceRange(sum.cents, sum, tried),
        ];
        if (!alone || !among) {
          expect(trades).toEqual([]);
          return;
        }
        expect(alone.low).toBeLessThanOrEqual(sum.cents);
        expect(alone.high).toBeGreaterThanOrEqual(sum.cents);
        expect(among.low).toBeLessThanOrEqual(alone.low);
        expect(among.high).toBeGreaterThanOrEqual(alone.high);
        expect(among.low).toBeGreaterThanOrEqual(-sum.staked);
      }),
    );
  });
});

describe('significance', () => {
  const significance = (count: number, won: number, tried = 1) =>
    assessSignificance(sumTrades(createTrades(count, won)), 0.8, tried);

  it('is too-few below 30 trades, even if all were won or lost', () => {
    expect(significance(0, 0)).toBe('too-few');
    expect(significance(29, 29)).toBe('too-few');
    expect(significance(29, 0)).toBe('too-few');
  });

  it('is profit or loss if chance does not explain the result', () => {
    expect(significance(40, 38)).toBe('profit');
    expect(significance(40, 8)).toBe('loss');
  });

  it('changes from too-few to neither at the required sample size', () => {
    const needed = computeSampleSize(0.8);
    expect(significance(needed - 1, Math.round(0.5556 * needed))).toBe('too-few');
    expect(significance(needed, Math.round(0.5556 * needed))).toBe('neither');
  });

  it('requires more evidence if the result is one of many', () => {
    expect(significance(100, 66)).toBe('profit');
    expect(significance(100, 66, 24)).toBe('too-few');
  });

  it('counts simultaneous trades on one candle as one', () => {
    const [first] = createTrades(1, 1);
    const same = Array.from({ length: 100 }, () => first).flatMap((one) => one ?? []);
    expect(sumTrades(same).effective).toBeCloseTo(1);
    expect(assessSignificance(sumTrades(same), 0.8)).toBe('too-few');
  });

  it('rates 55 wins in 100 as chance, 70 as better and 30 as worse', () => {
    expect(compareWithChance(sumTrades(createTrades(100, 55)))).toBe('chance');
    expect(compareWithChance(sumTrades(createTrades(100, 70)))).toBe('better');
    expect(compareWithChance(sumTrades(createTrades(100, 30)))).toBe('worse');
  });
});

describe('groupResults', () => {
  it.each(RESULT_GROUPS)(
    'accounts for all profit when grouping by %s, repeating it only across tags',
    (by) => {
      fc.assert(
        fc.property(arbitraryTrades(), (trades) => {
          const groups = groupResults(by, trades, { zone: UTC, payout: 0.8 });
          const cents = groups.reduce((all, { sum }) => all + sum.cents, 0);
          const tagged = by === 'tag' ? trades.filter(({ entry }) => entry.tags.length > 1) : [];
          const twice = tagged.reduce((all, one) => all + one.cents, 0);
          expect(cents).toBe(sumTrades(trades).cents + twice);
          expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
        }),
      );
    },
  );
});

describe('result comparison', () => {
  const signal = (at: number, outcome: 'profit' | 'loss' | 'break-even', level: number | null) => ({
    id: slotId(START + at * SLOT_MS),
    pair: 'EURUSD',
    direction: 'CALL' as const,
    ending: { outcome, level, closes: [] },
  });

  it('spreads the same total stake over the first entries of all settled signals', () => {
    const signals = [
      signal(0, 'profit', 0),
      signal(1, 'profit', 2),
      signal(2, 'loss', null),
      signal(3, 'break-even', null),
      { ...signal(4, 'loss', null), ending: null },
    ];
    const sum = sumTrades(buildBaselineTrades(signals, { staked: 4000, payouts: STATED_PAYOUTS }));
    expect(sum).toMatchObject({ trades: 4, staked: 4000, cents: 800 - 2000, won: 1, lost: 2 });
    expect(buildBaselineTrades([], { staked: 4000, payouts: STATED_PAYOUTS })).toEqual([]);
  });

  it('gives the coin either side’s result, exactly one of which is a loss unless flat', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        for (const trade of trades) {
          expect([trade.recordedCents, trade.otherCents]).toContain(getCoinResult(trade));
          if (!trade.isFlat) expect(trade.recordedCents < 0).not.toBe(trade.otherCents < 0);
        }
      }),
    );
  });

  it('ends the curve at the total, with strictly increasing times', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        const curve = buildCurve(trades, ({ cents }) => cents);
        expect(curve.at(-1)?.result ?? 0).toBe(sumTrades(trades).cents);
        expect(curve.every(({ at }, step) => step === 0 || at > (curve[step - 1]?.at ?? 0))).toBe(
          true,
        );
      }),
    );
  });
});
