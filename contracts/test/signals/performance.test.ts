import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SIGNALS_SETTLED, countSettlement, performanceOf, performanceSchema } from '../../src';
import { arbitrarySettlement, arbitrarySignal } from './arbitrarySignal';

const NOTHING = { ...NO_SIGNALS_SETTLED, source: 'simulated' } as const;

const ended = fc.record({ signal: arbitrarySignal, settlement: arbitrarySettlement });

describe('the record', () => {
  it('claims no rate before the first settlement', () => {
    const { totalSignals, winRate, firstEntryRate, avgConfidence } = performanceOf(NOTHING);
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
          (sum, { signal, settlement }) => countSettlement(sum, signal, settlement),
          { ...NO_SIGNALS_SETTLED },
        );
        const shown = performanceOf({ ...counters, source: 'simulated' });
        const won = all.filter(({ settlement }) => settlement.outcome === 'profit').length;
        expect(shown.totalSignals).toBe(all.length);
        expect(shown.wonSignals).toBe(won);
        expect(shown.wonSignals + shown.lostSignals + shown.breakEvenSignals).toBe(all.length);
        if (all.length > 0) expect(shown.winRate).toBeCloseTo((100 * won) / all.length, 9);
        expect(performanceSchema.safeParse(shown).success).toBe(true);
      }),
    );
  });

  it('counts a first entry as won on level 0 alone', () => {
    const won = (level: 0 | 1) =>
      countSettlement(
        { ...NO_SIGNALS_SETTLED },
        { confidence: { value: 90, low: 88, high: 92 } },
        { outcome: 'profit', level },
      );
    expect(won(0)).toMatchObject({ settled: 1, won: 1, firstEntryWon: 1, confidenceSum: 90 });
    expect(won(1)).toMatchObject({ settled: 1, won: 1, firstEntryWon: 0 });
  });

  it('is a demonstration unless the market is real', () => {
    expect(performanceOf(NOTHING).demonstration).toBe(true);
    expect(performanceOf({ ...NOTHING, source: 'replay' }).demonstration).toBe(true);
    expect(performanceOf({ ...NOTHING, source: 'twelvedata' }).demonstration).toBe(false);
  });
});
