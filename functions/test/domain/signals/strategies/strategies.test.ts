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

/** EUR/USD with these candles, beside GBP/USD with others; by default with the same. */
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
    it('says the same of the same candles, with reasons', () => {
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

    it('has no opinion of a market that stands still', () => {
      expect(strategy.evaluate(steady(0), beside(steady(0)))).toBeNull();
    });

    it('needs no volume: it says the same without', () => {
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

it('every strategy has a name of its own', () => {
  expect(new Set(STRATEGIES.map(({ id }) => id)).size).toBe(STRATEGIES.length);
});

it('every strategy that publishes serves every slot', () => {
  const publishing = STRATEGIES.filter(({ onTrial = false }) => !onTrial);
  expect(publishing.map(({ id }) => id)).toEqual(['mean-reversion', 'regression']);
  for (const { audiences } of publishing) expect(audiences).toEqual(AUDIENCES);
});

const called = (id: string) => {
  const found = STRATEGIES.find((strategy) => strategy.id === id);
  if (!found) throw new Error(`There is no strategy ${id}`);
  return {
    evaluate: (candles: readonly Candle[], windows = beside(candles)) =>
      found.evaluate(candles, windows),
  };
};
const windowsOf = async () => {
  const candles = await createSimulatedMarket(['EURUSD']).candles('EURUSD', NOON, 3000);
  return candles.slice(LOOKBACK).map((_, at) => candles.slice(at, at + LOOKBACK));
};

it.each(['mean-reversion', 'candle-pressure'])(
  '%s expects a market that only rose to fall, and the other way round',
  (id) => {
    expect(called(id).evaluate(steady(10))?.direction).toBe('PUT');
    expect(called(id).evaluate(steady(-10))?.direction).toBe('CALL');
  },
);

it('trend expects a market that only rose to rise, and the other way round', () => {
  expect(called('trend').evaluate(steady(10))?.direction).toBe('CALL');
  expect(called('trend').evaluate(steady(-10))?.direction).toBe('PUT');
});

it.each(['mean-reversion', 'trend', 'candle-pressure'])(
  '%s nearly always has an opinion of a market that moves',
  async (id) => {
    const windows = await windowsOf();
    const silent = windows.filter((window) => called(id).evaluate(window) === null);
    expect(silent.length).toBeLessThan(windows.length / 50);
  },
);

it.each(['breakout', 'absorption', 'session-range'])(
  '%s speaks of some windows alone',
  async (id) => {
    const windows = await windowsOf();
    const spoken = windows.filter((window) => called(id).evaluate(window) !== null);
    expect(spoken.length).toBeGreaterThan(windows.length / 50);
    expect(spoken.length).toBeLessThan(windows.length / 2);
  },
);

describe('a break out of the range', () => {
  const quiet = { change: 0, above: 5, below: 5, volume: 100 };
  const wide = { change: 0, above: 20, below: 20, volume: 100 };
  const rise = { change: 60, above: 0, below: 0, volume: 100 };

  it('is followed while ranges widen', () => {
    const moves = [...Array.from({ length: LOOKBACK - 1 }, () => quiet), rise];
    expect(called('breakout').evaluate(buildCandles(moves, NOON))?.direction).toBe('CALL');
  });

  it('is not believed while they narrow', () => {
    const before = Array.from({ length: LOOKBACK - 13 }, () => wide);
    const calm = Array.from({ length: 12 }, () => quiet);
    const small = { ...rise, change: 25 };
    const moves = [...before, ...calm, small];
    expect(called('breakout').evaluate(buildCandles(moves, NOON))?.direction).toBe('PUT');
  });
});

describe('the session range', () => {
  const inside = { change: 0, above: 10, below: 10, volume: 100 };
  const up = { change: 8, above: 0, below: 0, volume: 300 };
  /** The opening hour of London, then half an hour that goes up. */
  const morning = [
    ...Array.from({ length: 18 }, () => inside),
    ...Array.from({ length: 12 }, () => inside),
    ...Array.from({ length: 6 }, () => up),
  ];
  /** In November London is an hour later by UTC than in summer. */
  const halfPastNine = Date.UTC(2026, 10, 20, 9, 30);

  it('follows a price that left it', () => {
    const opinion = called('session-range').evaluate(buildCandles(morning, halfPastNine));
    expect(opinion?.direction).toBe('CALL');
    expect(opinion?.reasons()[0]).toBe('The price left the range of London’s opening hour upwards');
  });

  it('opens by the local clock, an hour earlier by UTC in summer', () => {
    const reasonIn = (month: number, hour: number) =>
      called('session-range')
        .evaluate(buildCandles(morning, Date.UTC(2026, month, 20, hour, 30)))
        ?.reasons()[0];
    expect(reasonIn(6, 8)).toContain('London’s opening hour');
    expect(reasonIn(10, 8)).toBeUndefined();
    expect(reasonIn(6, 14)).toContain('New York’s opening hour');
    expect(reasonIn(10, 15)).toContain('New York’s opening hour');
  });

  it('says nothing inside of it, in its hour, long after it, or of an hour with a gap', () => {
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

describe('the pressure of candles', () => {
  it('is named for what it counts: candles, and where they closed', () => {
    const moves = Array.from({ length: LOOKBACK }, (_, index) =>
      index % 6 === 0
        ? { change: 10, above: 0, below: 0, volume: 0 }
        : { change: -10, above: 0, below: 0, volume: 0 },
    );
    expect(called('candle-pressure').evaluate(buildCandles(moves, NOON))?.reasons()).toEqual([
      'Over the last hour 2 candles rose and 10 fell',
      'On average, they closed 17 % of the way from low to high, where 50 % is balanced',
      'A side that has exhausted itself is expected to give way',
    ]);
  });
});

describe('absorption', () => {
  const quiet = { change: 0, above: 5, below: 5, volume: 0 };
  const before = Array.from({ length: LOOKBACK - 1 }, () => quiet);
  const after = (last: typeof quiet) =>
    called('absorption').evaluate(buildCandles([...before, last], NOON));

  it('expects a price to leave the wick in which a push was held', () => {
    expect(after({ ...quiet, below: 60 })?.direction).toBe('CALL');
    expect(after({ ...quiet, above: 60 })?.direction).toBe('PUT');
  });

  it('says nothing where the push had a result, or both wicks are alike', () => {
    expect(after({ change: -60, above: 0, below: 10, volume: 0 })).toBeNull();
    expect(after(quiet)).toBeNull();
  });
});

describe('the strength of currencies', () => {
  const flat = { change: 0, above: 5, below: 5, volume: 0 };
  const up = { ...flat, change: 10 };
  const hourOf = (move: typeof flat) =>
    buildCandles(
      Array.from({ length: LOOKBACK }, (_, index) => (index < LOOKBACK - 12 ? flat : move)),
      NOON,
    );
  const evaluate = (windows: Windows) =>
    called('currency-strength').evaluate(windows.windows.get(windows.pair) ?? [], windows);

  it('expects a pair that ran ahead of its currencies to come back', () => {
    expect(evaluate(beside(hourOf(up), hourOf(flat)))?.direction).toBe('PUT');
    expect(evaluate(beside(hourOf(flat), hourOf(up)))?.direction).toBe('CALL');
  });

  it('says nothing where they explain its move, or no other pair has one of them', () => {
    const rising = hourOf(up);
    expect(evaluate(beside(rising))).toBeNull();
    const alone = new Map([
      ['EURUSD', rising],
      ['GBPJPY', hourOf(flat)],
    ]);
    expect(evaluate({ pair: 'EURUSD', windows: alone })).toBeNull();
  });

  it('takes a currency the other way round where it is quoted last', () => {
    const windows = new Map([
      ['EURUSD', hourOf(flat)],
      ['USDJPY', hourOf(up)],
    ]);
    expect(evaluate({ pair: 'EURUSD', windows })?.direction).toBe('PUT');
  });

  it('leaves out pairs whose candles are of another time', () => {
    const older = buildCandles(
      Array.from({ length: LOOKBACK }, () => up),
      NOON - 300_000,
    );
    expect(evaluate(beside(hourOf(up), older))).toBeNull();
  });
});
