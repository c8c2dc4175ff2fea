import type { PublicRecord } from '@quantalgo/contracts/record/endpoints';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { describe, expect, it } from 'vitest';
import {
  describeSettledSignal,
  formatRecord,
  BREAK_EVEN_TEXT,
} from '../../../src/screens/landing/live/recordText';
import { settledSignal } from './settledSignals';

const AT = Date.parse('2026-11-20T13:05:02Z');

const record = (replaced: Partial<PublicRecord> = {}): PublicRecord => ({
  performance: toPerformance({
    ...EMPTY_PERFORMANCE_COUNTERS,
    settled: 1000,
    won: 942,
    lost: 50,
    breakEven: 8,
    firstEntryWon: 512,
    missedSlots: 2,
    source: 'twelvedata',
  }),
  log: null,
  sealedBeforeOutcome: 1204,
  seeded: 0,
  latest: null,
  ...replaced,
});

const withFirstEntries = (settled: number, firstEntryWon: number) =>
  record({
    performance: toPerformance({
      ...EMPTY_PERFORMANCE_COUNTERS,
      settled,
      won: settled,
      firstEntryWon,
      source: 'twelvedata',
    }),
  });

const getVerdict = (settled: number, firstEntryWon: number) =>
  formatRecord({ record: withFirstEntries(settled, firstEntryWon), at: AT })['record-verdict'];

describe('landing page record', () => {
  it('formats two whole numbers, a verdict and a date', () => {
    expect(BREAK_EVEN_TEXT).toBe('56');
    expect(formatRecord({ record: record(), at: AT })).toEqual({
      'first-entry': '52',
      'first-entry-rate': '51.6%',
      'within-four-levels': '95.0%',
      'record-verdict':
        'Of the 992 first entries that moved, 52 in 100 won. At a payout of 80%, you need 56 in 100. Use them on paper.',
      'record-sealed':
        'Every signal is sealed before its outcome, so results can’t be changed later.',
      'record-note': 'live market prices, 20 Nov 2026',
    });
  });

  it('shows only a time today, and date and time on other days', () => {
    const noteAt = (now: number) => formatRecord({ record: record(), at: AT }, now)['record-note'];
    expect(noteAt(AT + 60_000)).toBe('live market prices, 14:05 WAT');
    expect(noteAt(AT + 24 * 60 * 60_000)).toBe('live market prices, 20 Nov, 14:05 WAT');
  });

  it('bases the verdict on the interval, not on the rate', () => {
    const unclear = 'That isn’t enough to tell: use them on paper.';
    expect(getVerdict(287, 158)).toBe(
      `Of the 287 first entries that moved, 55 in 100 won. At a payout of 80%, you need 56 in 100. ${unclear}`,
    );
    expect(getVerdict(1000, 545)).toContain(unclear);
    expect(getVerdict(1000, 440)).toBe(
      'Of the 1,000 first entries that moved, 44 in 100 won. At a payout of 80%, you need 56 in 100. Use them on paper.',
    );
    expect(getVerdict(1000, 640)).toContain('So far they have paid, before your broker’s spread.');
  });

  it('shows no rate for too few signals', () => {
    expect(formatRecord({ record: withFirstEntries(12, 6), at: AT })).toMatchObject({
      'first-entry': '–',
      'first-entry-rate': '–',
      'within-four-levels': '–',
      'record-verdict':
        'Of the 12 first entries that moved, 6 won. At a payout of 80%, you need 56 in 100. That isn’t enough to tell: use them on paper.',
    });
  });

  it('says that no signal has a result yet', () => {
    expect(getVerdict(0, 0)).toContain('No signal has a result yet.');
  });

  it('has placeholders without a record', () => {
    expect(formatRecord(null)).toMatchObject({
      'first-entry': '–',
      'record-verdict': 'No results yet.',
      'record-note': '',
    });
  });

  it('makes no seal claim for seeded history', () => {
    const words = formatRecord({ record: record({ seeded: 288 }), at: AT });
    expect(words['record-sealed']).toBe(
      'Sample history. Each new signal is sealed before its outcome is known.',
    );
  });
});

describe('describeSettledSignal', () => {
  it('describes the chart in a sentence', () => {
    const words = describeSettledSignal(
      settledSignal([1.0851, 1.0853], { outcome: 'profit', level: 0 }),
    );
    expect(words).toEqual({
      pair: 'EUR/USD',
      spoken: 'EUR/USD CALL, entry 13:05 WAT at 1.08510, last close 1.08530: won at level 0.',
      when: '20 Nov, 13:05 WAT · sealed 13:00:01',
      level: '',
      enter: 'enter 13:05',
      ended: 'ended 13:10',
    });
  });

  it('reports a loss and a missing price', () => {
    const words = describeSettledSignal(settledSignal([1.0851, null], { outcome: 'loss' }));
    expect(words.spoken).toContain('last close an unknown price: lost all four levels.');
    expect(words.level).toBe('');
  });

  it('names the later level at which a signal won', () => {
    const words = describeSettledSignal(
      settledSignal([1.0851, 1.085, 1.0852], { outcome: 'profit', level: 1 }),
    );
    expect(words.level).toBe('at level 1');
  });

  it('does not count a no-go as won', () => {
    const words = describeSettledSignal(
      settledSignal([1.0851, 1.0853], { outcome: 'profit', level: 0 }, { entered: false }),
    );
    expect(words.spoken).toContain(': too late to enter, would have won at level 0.');
  });

  it('does not claim that seeded history was sealed', () => {
    const words = describeSettledSignal(
      settledSignal([1.0851, 1.0851], { outcome: 'break-even' }, { seeded: true }),
    );
    expect(words.when).toBe('20 Nov, 13:05 WAT · sample history');
  });
});
