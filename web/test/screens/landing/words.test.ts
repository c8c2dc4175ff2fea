import type { PublicRecord } from '@quantalgo/contracts/record/endpoints';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { describe, expect, it } from 'vitest';
import { formatRecord, describeSettledSignal } from '../../../src/screens/landing/live/record';
import { settledSignal } from './settledSignals';

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
  log: {
    ledgerId: 'one',
    size: 48_214,
    root: `9f3a${'0'.repeat(36)}c21=`,
    at: '2026-11-20T13:05:02.000Z',
  },
  sealedBeforeOutcome: 1204,
  seeded: 0,
  latest: null,
  ...replaced,
});

describe('the record on the landing page', () => {
  it('stands beside what a coin scores, and says of how many', () => {
    expect(formatRecord(record())).toMatchObject({
      'first-entry': '51.2 %',
      'first-entry-basis': '48.1 – 54.3 · coin 50 · pays from 55.6',
      'within-four-levels': '94.2 %',
      'within-four-levels-basis': 'coin 93.8 · +0.00 stakes a signal',
      sealed: '1,204',
      'sealed-basis': 'of 1,204',
      missed: '2',
      'record-note': '1,000 settled, live market prices',
      'log-root': 'root 9f3a…c21=',
      'log-at': '· 14:05 WAT',
      'log-size': '48,214 entries',
    });
  });

  it('shows no figure before the first settlement', () => {
    const performance = toPerformance({ ...EMPTY_PERFORMANCE_COUNTERS, source: 'simulated' });
    const words = formatRecord(record({ performance, log: null, sealedBeforeOutcome: 0 }));
    expect(words).toMatchObject({
      'first-entry': '–',
      'within-four-levels': '–',
      'record-note': '0 of 634 needed, simulated prices',
      'log-root': '',
    });
  });

  it('gives the money a signal made, and no rate of too few signals', () => {
    const few = { ...EMPTY_PERFORMANCE_COUNTERS, settled: 12, won: 11, lost: 1, firstEntryWon: 6 };
    const ladder = { ...EMPTY_PERFORMANCE_COUNTERS.details.ladder, result: -31_200 };
    const details = { ...EMPTY_PERFORMANCE_COUNTERS.details, ladder };
    const performance = toPerformance({ ...few, details, source: 'twelvedata' });
    expect(formatRecord(record({ performance }))).toMatchObject({
      'first-entry': '–',
      'first-entry-basis': 'coin 50 · pays from 55.6',
      'within-four-levels': '–',
      'within-four-levels-basis': 'coin 93.8 · −0.26 stakes a signal',
      'record-note': '12 of 634 needed, live market prices',
    });
  });

  it('counts no seeded history as sealed before its outcome', () => {
    expect(formatRecord(record({ sealedBeforeOutcome: 12, seeded: 288 }))['sealed-basis']).toBe(
      'of 12, 288 seeded',
    );
    expect(formatRecord(record({ sealedBeforeOutcome: 0, seeded: 288 }))['sealed-basis']).toBe(
      'none yet, 288 seeded',
    );
  });
});

describe('the settled signal on the landing page', () => {
  it('says in a sentence what the chart shows', () => {
    const words = describeSettledSignal(
      settledSignal([1.0851, 1.0853], { outcome: 'profit', level: 0 }),
    );
    expect(words).toMatchObject({
      at: '· 13:00 WAT',
      pair: 'EUR/USD',
      spoken: 'EUR/USD CALL, entered at 13:05 WAT at 1.08510, last close 1.08530: won at level 0.',
      sealed: 'Sealed 13:00:01, revealed 13:20:00',
      level: 'level 0',
    });
  });

  it('hides no loss and no missing price', () => {
    const words = describeSettledSignal(settledSignal([1.0851, null], { outcome: 'loss' }));
    expect(words.spoken).toContain('last close a price that is missing: lost all four levels.');
    expect(words.level).toBe('');
  });

  it('does not claim of seeded history that it was sealed', () => {
    const words = describeSettledSignal(
      settledSignal([1.0851, 1.0851], { outcome: 'break-even' }, { seeded: true }),
    );
    expect(words.sealed).toBe('Seeded history, settled 13:20:00');
  });
});
