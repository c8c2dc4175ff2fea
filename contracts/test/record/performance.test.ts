import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotId } from '../../src/core/slots';
import {
  EMPTY_PERFORMANCE_COUNTERS,
  countSettlement,
  toPerformance,
} from '../../src/record/performance';
import { MIN_HEADLINE_SIGNALS, performanceSchema } from '../../src/signals/figures';
import { toSignalEnd } from '../../src/signals/signalEnd';
import type { Direction } from '../../src/signals/signal';
import { arbitrarySettlement, arbitrarySignal } from '../signals/arbitrarySignal';

const NOTHING = { ...EMPTY_PERFORMANCE_COUNTERS, source: 'simulated' } as const;

/** By default, a signal of Friday 14:05 UTC with a confidence of 90% and a first entry of 51%. */
const aSignal = (changes: { pair?: string; strategy?: string; at?: number } = {}) => ({
  id: slotId(changes.at ?? Date.UTC(2026, 10, 20, 14, 5)),
  pair: changes.pair ?? 'EURUSD',
  strategy: changes.strategy ?? 'trend',
  confidence: { value: 90, low: 88, high: 92 },
  firstEntry: { value: 51, low: 50, high: 52 },
});

const wonFirst = (winner: Direction) =>
  ({
    outcome: 'profit',
    level: 0,
    closes: [{ price: 1.1 }, { price: winner === 'CALL' ? 1.2 : 1 }],
  }) as const;
const lost = {
  outcome: 'loss',
  level: null,
  closes: [5, 4, 3, 2, 1].map((price) => ({ price })),
} as const;
const flat = {
  outcome: 'break-even',
  level: null,
  closes: [{ price: 1.1 }, { price: 1.1 }],
} as const;

const ended = fc.record({ signal: arbitrarySignal, settlement: arbitrarySettlement });

describe('performance record', () => {
  it('has no rates before the first settlement', () => {
    const { totalSignals, winRate, firstEntryRate, avgConfidence } = toPerformance(NOTHING);
    expect({ totalSignals, winRate, firstEntryRate, avgConfidence }).toEqual({
      totalSignals: 0,
      winRate: null,
      firstEntryRate: null,
      avgConfidence: null,
    });
  });

  it('counts every settlement once, a break-even as not won', () => {
    fc.assert(
      fc.property(fc.array(ended, { maxLength: 30 }), (all) => {
        const counters = all.reduce(
          (sum, { signal, settlement }) =>
            countSettlement(
              sum,
              signal,
              toSignalEnd(signal.createdAt, settlement, settlement.settledAt),
            ),
          { ...EMPTY_PERFORMANCE_COUNTERS },
        );
        const result = toPerformance({ ...counters, source: 'simulated' });
        const won = all.filter(({ settlement }) => settlement.outcome === 'profit').length;
        expect(result.totalSignals).toBe(all.length);
        expect(result.wonSignals).toBe(won);
        expect(result.wonSignals + result.lostSignals + result.breakEvenSignals).toBe(all.length);
        if (all.length > 0) expect(result.winRate).toBeCloseTo((100 * won) / all.length, 9);
        expect(performanceSchema.safeParse(result).error).toBeUndefined();
      }),
    );
  });

  it('counts a first entry as won only at level 0', () => {
    const won = (level: 0 | 1) =>
      countSettlement({ ...EMPTY_PERFORMANCE_COUNTERS }, aSignal(), {
        outcome: 'profit',
        level,
        closes: [],
      });
    expect(won(0)).toMatchObject({ settled: 1, won: 1, firstEntryWon: 1, confidenceSum: 90 });
    expect(won(1)).toMatchObject({ settled: 1, won: 1, firstEntryWon: 0 });
  });

  it('is marked as a demonstration unless prices are real', () => {
    expect(toPerformance(NOTHING).demonstration).toBe(true);
    expect(toPerformance({ ...NOTHING, source: 'replay' }).demonstration).toBe(true);
    expect(toPerformance({ ...NOTHING, source: 'twelvedata' }).demonstration).toBe(false);
  });
});

describe('performance details', () => {
  const detailsAfter = (
    ...all: readonly (readonly [
      ReturnType<typeof aSignal>,
      Parameters<typeof countSettlement>[2],
    ])[]
  ) => {
    const counters = all.reduce(
      (sum, [signal, settlement]) => countSettlement(sum, signal, settlement),
      { ...EMPTY_PERFORMANCE_COUNTERS },
    );
    const { details } = toPerformance({ ...counters, source: 'simulated' });
    if (!details) throw new Error('The counters have details');
    return details;
  };

  it('group results by strategy, pair, hour and weekday, including retired strategies', () => {
    const details = detailsAfter(
      [aSignal(), wonFirst('CALL')],
      [aSignal({ pair: 'USDJPY', strategy: 'retired', at: Date.UTC(2026, 10, 22, 23) }), lost],
    );
    const toWinRates = (rows: typeof details.byPair) =>
      rows.map(({ name, settled, winRate }) => [name, settled, winRate.value]);
    expect(toWinRates(details.byStrategy)).toEqual([
      ['retired', 1, 0],
      ['trend', 1, 100],
    ]);
    expect(toWinRates(details.byPair)).toEqual([
      ['EUR/USD', 1, 100],
      ['USD/JPY', 1, 0],
    ]);
    expect(toWinRates(details.byHour)).toEqual([
      ['14', 1, 100],
      ['23', 1, 0],
    ]);
    expect(toWinRates(details.byWeekday)).toEqual([
      ['Friday', 1, 100],
      ['Sunday', 1, 0],
    ]);
  });

  it('include always-CALL, always-PUT and coin baselines', () => {
    const { baselines } = detailsAfter(
      [aSignal(), wonFirst('CALL')],
      [aSignal(), wonFirst('CALL')],
      [aSignal(), wonFirst('PUT')],
      [aSignal(), flat],
    );
    expect(baselines).toEqual({
      alwaysCall: 50,
      alwaysPut: 25,
      coin: 37.5,
      coinWithinLadder: 93.75,
    });
  });

  it('include the calibration error of confidence and first entries', () => {
    const details = detailsAfter([aSignal(), wonFirst('CALL')], [aSignal(), lost]);
    expect(details.reliability).toEqual([{ said: 90, seen: 50, settled: 2 }]);
    expect(details.calibrationError).toBe(40);
    expect(details.firstEntryCalibrationError).toBe(1);
  });

  it('qualify as a headline only after the minimum number of settlements', () => {
    const times = (count: number) =>
      detailsAfter(...Array.from({ length: count }, () => [aSignal(), lost] as const));
    expect(times(MIN_HEADLINE_SIGNALS - 1).isHeadline).toBe(false);
    expect(times(MIN_HEADLINE_SIGNALS).isHeadline).toBe(true);
  });
});
