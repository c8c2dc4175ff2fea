import { AUDIENCES } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../../src/domain/market/candles';
import { STRATEGIES } from '../../../../src/domain/signals/strategies/registry';
import { LOOKBACK, type Windows } from '../../../../src/domain/signals/strategies/strategy';
import { createSimulatedMarket } from '../../../../src/platform/market/simulated';
import { NOON, buildCandles, someCandles } from '../../../candles';

const steady = (change: number) =>
  buildCandles(
    Array.from({ length: LOOKBACK }, () => ({ change, above: 1, below: 1, volume: 200 })),
    NOON,
  );

/** EUR/USD with these candles next to GBP/USD with others (by default the same). */
const beside = (candles: readonly Candle[], others = candles): Windows => ({
  pair: 'EURUSD',
  windows: new Map([
    ['EURUSD', candles],
    ['GBPUSD', others],
  ]),
});

describe.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))(
  '%s',
  (_, strategy) => {
    it('gives the same opinion with reasons for the same candles', () => {
      fc.assert(
        fc.property(someCandles(LOOKBACK), someCandles(LOOKBACK), (candles, others) => {
          const windows = beside(candles, others);
          const opinion = strategy.evaluate(candles, windows);
          const again = strategy.evaluate(structuredClone(candles), structuredClone(windows));
          expect(again?.direction).toBe(opinion?.direction);
          expect(again?.score).toBe(opinion?.score);
          expect(again?.reasons()).toEqual(opinion?.reasons());
          if (!opinion) return;
          expect(opinion.score).toBeGreaterThan(0);
          expect(Number.isFinite(opinion.score)).toBe(true);
          expect(opinion.reasons().length).toBeGreaterThan(0);
          expect(opinion.reasons().join()).not.toMatch(/NaN|Infinity|undefined/);
        }),
      );
    });

    it('has no opinion on a flat market', () => {
      expect(strategy.evaluate(steady(0), beside(steady(0)))).toBeNull();
    });

    it('ignores volume', () => {
      fc.assert(
        fc.property(someCandles(LOOKBACK), someCandles(LOOKBACK), (candles, others) => {
          const silent = (list: readonly Candle[]) => list.map((one) => ({ ...one, volume: 0 }));
          const opinion = strategy.evaluate(candles, beside(candles, others));
          const without = strategy.evaluate(
            silent(candles),
            beside(silent(candles), silent(others)),
          );
          expect(without?.direction).toBe(opinion?.direction);
          expect(without?.score).toBe(opinion?.score);
          expect(without?.reasons()).toEqual(opinion?.reasons());
        }),
      );
    });
  },
);

it('gives every strategy a unique id', () => {
  expect(new Set(STRATEGIES.map(({ id }) => id)).size).toBe(STRATEGIES.length);
});

it('serves every audience with every publishing strategy', () => {
  const publishing = STRATEGIES.filter(({ onTrial = false }) => !onTrial);
  expect(publishing.map(({ id }) => id)).toEqual(['mean-reversion', 'regression']);
  for (const { audiences } of publishing) expect(audiences).toEqual(AUDIENCES);
});

const called = (id: string) => {
  const match = STRATEGIES.find((strategy) => strategy.id === id);
  if (!match) throw new Error(`There is no strategy ${id}`);
  return {
    evaluate: (candles: readonly Candle[], windows = beside(candles)) =>
      match.evaluate(candles, windows),
  };
};
const loadWindows = async () => {
  const candles = await createSimulatedMarket(['EURUSD']).candles('EURUSD', NOON, 3000);
  return candles.slice(LOOKBACK).map((_, at) => candles.slice(at, at + LOOKBACK));
};

it.each(['mean-reversion', 'candle-pressure'])(
  '%s predicts a reversal after a steady rise or fall',
  (id) => {
    expect(called(id).evaluate(steady(10))?.direction).toBe('PUT');
    expect(called(id).evaluate(steady(-10))?.direction).toBe('CALL');
  },
);

it('trend predicts a continuation after a steady rise or fall', () => {
  expect(called('trend').evaluate(steady(10))?.direction).toBe('CALL');
  expect(called('trend').evaluate(steady(-10))?.direction).toBe('PUT');
});

it.each(['mean-reversion', 'trend', 'candle-pressure'])(
  '%s has an opinion on nearly every window',
  async (id) => {
    const windows = await loadWindows();
    const silent = windows.filter((window) => called(id).evaluate(window) === null);
    expect(silent.length).toBeLessThan(windows.length / 50);
  },
);

it.each(['breakout', 'absorption', 'session-range'])(
  '%s has an opinion only on some windows',
  async (id) => {
    const windows = await loadWindows();
    const spoken = windows.filter((window) => called(id).evaluate(window) !== null);
    expect(spoken.length).toBeGreaterThan(windows.length / 50);
    expect(spoken.length).toBeLessThan(windows.length / 2);
  },
);

describe('breakout from a range', () => {
  const quiet = { change: 0, above: 5, below: 5, volume: 100 };
  const wide = { change: 0, above: 20, below: 20, volume: 100 };
  const rise = { change: 60, above: 0, below: 0, volume: 100 };

  it('is followed if ranges widen', () => {
    const moves = [...Array.from({ length: LOOKBACK - 1 }, () => quiet), rise];
    expect(called('breakout').evaluate(buildCandles(moves, NOON))?.direction).toBe('CALL');
  });

  it('is faded if ranges narrow', () => {
    const before = Array.from({ length: LOOKBACK - 13 }, () => wide);
    const calm = Array.from({ length: 12 }, () => quiet);
    const small = { ...rise, change: 25 };
    const moves = [...before, ...calm, small];
    expect(called('breakout').evaluate(buildCandles(moves, NOON))?.direction).toBe('PUT');
  });
});

describe('session-range strategy', () => {
  const inside = { change: 0, above: 10, below: 10, volume: 100 };
  const up = { change: 8, above: 0, below: 0, volume: 300 };
  /** London’s opening hour, then half an hour of rising prices. */
  const morning = [
    ...Array.from({ length: 18 }, () => inside),
    ...Array.from({ length: 12 }, () => inside),
    ...Array.from({ length: 6 }, () => up),
  ];
  /** In November London opens an hour later in UTC than in summer. */
  const halfPastNine = Date.UTC(2026, 10, 20, 9, 30);

  it('follows a price that leaves the opening range', () => {
    const opinion = called('session-range').evaluate(buildCandles(morning, halfPastNine));
    expect(opinion?.direction).toBe('CALL');
    expect(opinion?.reasons()[0]).toBe('The price broke above the range of London’s opening hour');
  });

  it('uses the local clock, so the range is an hour earlier in UTC in summer', () => {
    const reasonIn = (month: number, hour: number) =>
      called('session-range')
        .evaluate(buildCandles(morning, Date.UTC(2026, month, 20, hour, 30)))
        ?.reasons()[0];
    expect(reasonIn(6, 8)).toContain('London’s opening hour');
    expect(reasonIn(10, 8)).toBeUndefined();
    expect(reasonIn(6, 14)).toContain('New York’s opening hour');
    expect(reasonIn(10, 15)).toContain('New York’s opening hour');
  });

  it('has no opinion inside the range, during its hour, long after it or after a gap', () => {
    const evaluate = (moves: typeof morning, end: number) =>
      called('session-range').evaluate(buildCandles(moves, end));
    expect(
      evaluate(
        Array.from({ length: 36 }, () => inside),
        halfPastNine,
      ),
    ).toBeNull();
    expect(evaluate(morning, halfPastNine - 60 * 60_000)).toBeNull();
    expect(evaluate(morning, halfPastNine + 120 * 60_000)).toBeNull();
    const gap = buildCandles(morning, halfPastNine);
    expect(called('session-range').evaluate([...gap.slice(0, 20), ...gap.slice(21)])).toBeNull();
  });
});

describe('candle-pressure strategy', () => {
  it('explains how many candles rose or fell, and where they closed', () => {
    const moves = Array.from({ length: LOOKBACK }, (_, index) =>
      index % 6 === 0
        ? { change: 10, above: 0, below: 0, volume: 0 }
        : { change: -10, above: 0, below: 0, volume: 0 },
    );
    expect(called('candle-pressure').evaluate(buildCandles(moves, NOON))?.reasons()).toEqual([
      'Over the last hour 2 candles rose and 10 fell',
      'On average, they closed 17% of the way from low to high, where 50% is balanced',
      'A side that has exhausted itself is expected to give way',
    ]);
  });
});

describe('absorption strategy', () => {
  const quiet = { change: 0, above: 5, below: 5, volume: 0 };
  const before = Array.from({ length: LOOKBACK - 1 }, () => quiet);
  const after = (last: typeof quiet) =>
    called('absorption').evaluate(buildCandles([...before, last], NOON));

  it('predicts a move away from a long wick', () => {
    expect(after({ ...quiet, below: 60 })?.direction).toBe('CALL');
    expect(after({ ...quiet, above: 60 })?.direction).toBe('PUT');
  });

  it('has no opinion if the push moved the close or the wicks are equal', () => {
    expect(after({ change: -60, above: 0, below: 10, volume: 0 })).toBeNull();
    expect(after(quiet)).toBeNull();
  });
});

describe('currency-strength strategy', () => {
  const flat = { change: 0, above: 5, below: 5, volume: 0 };
  const up = { ...flat, change: 10 };
  const buildHour = (move: typeof flat) =>
    buildCandles(
      Array.from({ length: LOOKBACK }, (_, index) => (index < LOOKBACK - 12 ? flat : move)),
      NOON,
    );
  const evaluate = (windows: Windows) =>
    called('currency-strength').evaluate(windows.windows.get(windows.pair) ?? [], windows);

  it('predicts that a pair ahead of its currencies will revert', () => {
    expect(evaluate(beside(buildHour(up), buildHour(flat)))?.direction).toBe('PUT');
    expect(evaluate(beside(buildHour(flat), buildHour(up)))?.direction).toBe('CALL');
  });

  it('has no opinion if currencies explain the move or no other pair has one', () => {
    const rising = buildHour(up);
    expect(evaluate(beside(rising))).toBeNull();
    const alone = new Map([
      ['EURUSD', rising],
      ['GBPJPY', buildHour(flat)],
    ]);
    expect(evaluate({ pair: 'EURUSD', windows: alone })).toBeNull();
  });

  it('inverts a currency’s strength if it is the quote currency', () => {
    const windows = new Map([
      ['EURUSD', buildHour(flat)],
      ['USDJPY', buildHour(up)],
    ]);
    expect(evaluate({ pair: 'EURUSD', windows })?.direction).toBe('PUT');
  });

  it('ignores pairs with candles from another time', () => {
    const older = buildCandles(
      Array.from({ length: LOOKBACK }, () => up),
      NOON - 300_000,
    );
    expect(evaluate(beside(buildHour(up), older))).toBeNull();
  });
});
