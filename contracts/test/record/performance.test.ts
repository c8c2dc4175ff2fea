import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotId } from '../../src/core/slots';
import {
  MIN_HEADLINE_SIGNALS,
  EMPTY_PERFORMANCE_COUNTERS,
  countSettlement,
  toPerformance,
} from '../../src/record/performance';
import { toEnded } from '../../src/signals/ended';
import { performanceSchema } from '../../src/signals/figures';
import type { Direction } from '../../src/signals/signal';
import { arbitrarySettlement, arbitrarySignal } from '../signals/arbitrarySignal';

const NOTHING = { ...EMPTY_PERFORMANCE_COUNTERS, source: 'simulated' } as const;

/** A signal of 14:05 UTC on a Friday, said to win with 90 and its first entry with 51 percent. */
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

describe('the record', () => {
  it('claims no rate before the first settlement', () => {
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
              toEnded(signal.createdAt, settlement, settlement.settledAt),
            ),
          { ...EMPTY_PERFORMANCE_COUNTERS },
        );
        const shown = toPerformance({ ...counters, source: 'simulated' });
        const won = all.filter(({ settlement }) => settlement.outcome === 'profit').length;
        expect(shown.totalSignals).toBe(all.length);
        expect(shown.wonSignals).toBe(won);
        expect(shown.wonSignals + shown.lostSignals + shown.breakEvenSignals).toBe(all.length);
        if (all.length > 0) expect(shown.winRate).toBeCloseTo((100 * won) / all.length, 9);
        expect(performanceSchema.safeParse(shown).error).toBeUndefined();
      }),
    );
  });

  it('counts a first entry as won on level 0 alone', () => {
    const won = (level: 0 | 1) =>
      countSettlement({ ...EMPTY_PERFORMANCE_COUNTERS }, aSignal(), {
        outcome: 'profit',
        level,
        closes: [],
      });
    expect(won(0)).toMatchObject({ settled: 1, won: 1, firstEntryWon: 1, confidenceSum: 90 });
    expect(won(1)).toMatchObject({ settled: 1, won: 1, firstEntryWon: 0 });
  });

  it('is a demonstration unless the market is real', () => {
    expect(toPerformance(NOTHING).demonstration).toBe(true);
    expect(toPerformance({ ...NOTHING, source: 'replay' }).demonstration).toBe(true);
    expect(toPerformance({ ...NOTHING, source: 'twelvedata' }).demonstration).toBe(false);
  });
});

describe('the figures beside the totals', () => {
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

  it('tell strategies, pairs, hours and weekdays apart, and keep what retired', () => {
    const details = detailsAfter(
      [aSignal(), wonFirst('CALL')],
      [aSignal({ pair: 'USDJPY', strategy: 'retired', at: Date.UTC(2026, 10, 22, 23) }), lost],
    );
    const shown = (rows: typeof details.byPair) =>
      rows.map(({ name, settled, winRate }) => [name, settled, winRate.value]);
    expect(shown(details.byStrategy)).toEqual([
      ['retired', 1, 0],
      ['trend', 1, 100],
    ]);
    expect(shown(details.byPair)).toEqual([
      ['EUR/USD', 1, 100],
      ['USD/JPY', 1, 0],
    ]);
    expect(shown(details.byHour)).toEqual([
      ['14', 1, 100],
      ['23', 1, 0],
    ]);
    expect(shown(details.byWeekday)).toEqual([
      ['Friday', 1, 100],
      ['Sunday', 1, 0],
    ]);
  });

  it('stand beside one who always calls, one who always puts, and a coin', () => {
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
      coinWithinFourLevels: 93.75,
    });
  });

  it('say how far confidence is from what happened', () => {
    const details = detailsAfter([aSignal(), wonFirst('CALL')], [aSignal(), lost]);
    expect(details.reliability).toEqual([{ said: 90, seen: 50, settled: 2 }]);
    expect(details.calibrationError).toBe(40);
    expect(details.firstEntryCalibrationError).toBe(1);
  });

  it('give no headline before thirty are settled', () => {
    const times = (count: number) =>
      detailsAfter(...Array.from({ length: count }, () => [aSignal(), lost] as const));
    expect(times(MIN_HEADLINE_SIGNALS - 1).isHeadline).toBe(false);
    expect(times(MIN_HEADLINE_SIGNALS).isHeadline).toBe(true);
  });
});
