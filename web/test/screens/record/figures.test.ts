import { formatTime } from '@quantalgo/contracts/core/format';
import { slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, WAT } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS, formatPair } from '@quantalgo/contracts/market/pairs';
import {
  countSettlement,
  EMPTY_PERFORMANCE_COUNTERS,
  toPerformance,
} from '@quantalgo/contracts/record/performance';
import { STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { computeMovedWinRate } from '@quantalgo/contracts/signals/figures';
import { computeMovedRate } from '@quantalgo/contracts/signals/sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  selectSettled,
  toSignalsCsv,
  computeMatrix,
  NO_FILTERS,
  PERIODS,
  toWatSlotId,
  type SettledDigest,
  WEEKDAYS_FROM_MONDAY,
} from '../../../src/screens/record/figures';
import { thinOut } from '../../../src/ui/Plot';
import { FROM, history } from './digests';

const NOW = FROM + 22 * DAY_MS;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const sorted = (ids: readonly { id: string }[]) => ids.map(({ id }) => id).sort();

/** Signals four hours apart, newest first. */
const aDigest = (number: number) =>
  ({
    id: slotId(FROM + (99 - number) * 4 * 3_600_000),
    pair: 'EURUSD',
    direction: 'CALL',
    strategy: 'trend',
    audience: 'basic',
    source: 'simulated',
    confidence: { value: 93 },
    firstEntry: { value: 50, low: 48, high: 52 },
  }) as const;

const won = { outcome: 'profit', level: 0, closes: [] } as const;
const lost = { outcome: 'loss', level: null, closes: [] } as const;
const flat = { outcome: 'break-even', level: null, closes: [] } as const;

describe('Performance Matrix figures', () => {
  it('equal a recount of the settlements one by one', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const chosen = selectSettled(digests, NO_FILTERS, NOW);
        const recount = chosen
          .toReversed()
          .reduce(
            (counters, { ending, ...signal }) =>
              countSettlement(counters, { ...signal, id: toWatSlotId(signal.id) }, ending),
            { ...EMPTY_PERFORMANCE_COUNTERS },
          );
        const matrix = computeMatrix(chosen, STATED_PAYOUTS);
        if (chosen.length === 0) expect(matrix).toBeNull();
        else
          expect(matrix?.performance).toEqual(toPerformance({ ...recount, source: 'simulated' }));
      }),
    );
  });

  it.each([
    ['pair', 'byPair', DEFAULT_PAIRS],
    ['weekday', 'byWeekday', WEEKDAYS_FROM_MONDAY],
    ['hour', 'byHour', HOURS],
    ['strategy', 'byStrategy', ['trend', 'breakout', '=cmd()']],
  ] as const)('have the same rates by %s as a matrix filtered to it', (name, list, all) => {
    fc.assert(
      fc.property(history, (digests) => {
        const select = (value: string | null) =>
          computeMatrix(
            selectSettled(digests, { ...NO_FILTERS, [name]: value }, NOW),
            STATED_PAYOUTS,
          );
        const rows = Object.fromEntries(
          (select(null)?.details[list] ?? []).map((row) => [row.name, row]),
        );
        for (const value of all) {
          const matrix = select(value);
          const row = rows[name === 'pair' ? formatPair(value) : value];
          expect(row === undefined).toBe(matrix === null);
          if (!row || !matrix) continue;
          expect(row.firstEntryRate).toEqual(computeMovedRate(matrix.performance));
          expect(row.winRate).toEqual(computeMovedWinRate(matrix.performance));
        }
      }),
    );
  });

  it('exclude flat signals from rates', () => {
    const digests = [won, lost, flat, lost].map((ending, number) => ({
      ...aDigest(number),
      entered: number > 0,
      ending,
    }));
    const matrix = computeMatrix(digests, STATED_PAYOUTS);
    const [row] = matrix?.details.byPair ?? [];
    expect(row?.settled).toBe(4);
    expect(row?.firstEntryRate?.value).toBeCloseTo(100 / 3);
    expect(row?.winRate?.value).toBeCloseTo(100 / 3);
    const { entered } = matrix?.performance ?? {};
    expect(entered).toMatchObject({ signals: 3, breakEven: 1 });
    expect(entered).toMatchObject({ firstEntryRate: { value: 0 }, winRate: { value: 0 } });
    const onlyFlat = computeMatrix([{ ...aDigest(0), ending: flat }], STATED_PAYOUTS);
    expect(onlyFlat?.details.byPair).toMatchObject([
      { settled: 1, firstEntryRate: null, winRate: null },
    ]);
  });

  it('match the record’s own totals at the stated payout', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const matrix = computeMatrix(selectSettled(digests, NO_FILTERS, NOW), STATED_PAYOUTS);
        if (!matrix) return;
        const { martingale } = matrix.details;
        const count = matrix.performance.totalSignals;
        const last = matrix.equity.points.at(-1);
        expect(last?.ladder).toBeCloseTo((martingale.resultPerSignal ?? 0) * count);
        expect(last?.flat).toBeCloseTo((martingale.resultPerFirstEntry ?? 0) * count);
        expect(matrix.equity.ladderDrawdown).toBeCloseTo(martingale.drawdown);
        expect(matrix.streaks.longestLosingStreak).toBe(martingale.worstStreak);
      }),
    );
  });

  it('average to the curves’ totals, within an interval', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const matrix = computeMatrix(selectSettled(digests, NO_FILTERS, NOW), STATED_PAYOUTS);
        const { flat, ladder } = matrix?.equity.perSignal ?? { flat: null, ladder: null };
        const points = matrix?.equity.points ?? [];
        if (!flat || !ladder) return;
        expect(flat.value * points.length).toBeCloseTo(points.at(-1)?.flat ?? 0, 6);
        expect(ladder.value * points.length).toBeCloseTo(points.at(-1)?.ladder ?? 0, 6);
        for (const { low, value, high } of [flat, ladder]) {
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });

  it('have the interval of independent signals if signals are four hours apart', () => {
    const apart: SettledDigest[] = Array.from({ length: 100 }, (_, number) => ({
      ...aDigest(number),
      ending: number % 2 === 0 ? won : lost,
    }));
    const mean = computeMatrix(apart, STATED_PAYOUTS)?.equity.perSignal.flat;
    expect(mean?.value).toBeCloseTo(-0.1);
    expect((mean?.high ?? 0) - (mean?.value ?? 0)).toBeCloseTo((1.959964 * 0.9) / 10);
  });

  it('never get worse with a higher payout', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const chosen = selectSettled(digests, NO_FILTERS, NOW);
        const lower = computeMatrix(chosen, { ...STATED_PAYOUTS, payout: 0.5 })?.equity.points.at(
          -1,
        );
        const higher = computeMatrix(chosen, { ...STATED_PAYOUTS, payout: 0.9 })?.equity.points.at(
          -1,
        );
        expect(higher?.flat ?? 0).toBeGreaterThanOrEqual(lower?.flat ?? 0);
        expect(higher?.ladder ?? 0).toBeGreaterThanOrEqual(lower?.ladder ?? 0);
      }),
    );
  });
});

describe('Performance Matrix filters', () => {
  it.each([
    ['pair', DEFAULT_PAIRS],
    ['weekday', WEEKDAYS_FROM_MONDAY],
    ['hour', HOURS],
    ['strategy', ['trend', 'breakout', '=cmd()']],
  ] as const)('partition the settled signals by %s', (name, values) => {
    fc.assert(
      fc.property(history, (digests) => {
        const parts = values.flatMap((value) =>
          selectSettled(digests, { ...NO_FILTERS, [name]: value }, NOW),
        );
        expect(sorted(parts)).toEqual(sorted(selectSettled(digests, NO_FILTERS, NOW)));
      }),
    );
  });

  it('select signals published within the period', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...PERIODS), (digests, days) => {
        const from = NOW - Number(days) * DAY_MS;
        const selected = selectSettled(digests, { ...NO_FILTERS, days }, NOW);
        expect(selected).toEqual(
          selectSettled(digests, NO_FILTERS, NOW).filter(({ id }) => parseSlotId(id) >= from),
        );
      }),
    );
  });

  it('read hours in WAT, also past midnight', () => {
    expect(toWatSlotId('20261120T2305Z')).toBe('20261121T0005Z');
    fc.assert(
      fc.property(history, (digests) => {
        for (const { id } of digests) {
          const watId = toWatSlotId(id);
          expect(`${watId.slice(9, 11)}:${watId.slice(11, 13)}`).toBe(
            formatTime(parseSlotId(id), WAT),
          );
        }
      }),
    );
  });
});

describe('thinOut', () => {
  it('limits the number of points and keeps the last one', () => {
    const points = Array.from({ length: 1000 }, (_, at) => at);
    const few = thinOut(points, 12);
    expect(few.length).toBeLessThanOrEqual(12);
    expect(few.at(-1)).toBe(999);
    expect(thinOut(points.slice(0, 5), 12)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('toSignalsCsv', () => {
  it('writes a line per signal and no spreadsheet formulas', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const chosen = selectSettled(digests, NO_FILTERS, NOW);
        const lines = toSignalsCsv(chosen).split('\r\n').slice(0, -1);
        expect(lines).toHaveLength(chosen.length + 1);
        for (const line of lines) expect(line).not.toMatch(/(^|,)[=+@]/);
      }),
    );
  });
});
