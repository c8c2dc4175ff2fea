import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { restateAtEntry } from '@quantalgo/contracts/signals/entryOdds';
import { describe, expect, it } from 'vitest';
import {
  countPublished,
  EMPTY_RECORD,
  findAsideReason,
  getOffset,
  type PublishedRecord,
  type PublishedResult,
  toCountedUntil,
  toPublishedResult,
} from '../../../../src/domain/signals/calibration/published';
import { NO_GAINS } from '../../../../src/domain/signals/calibration/entryOddsRecord';

const MIDNIGHT = Date.UTC(2026, 10, 20);

/** This many results a day, before the rollover; this share won their first entry. */
const createResults = (
  days: number,
  perDay: number,
  share: number,
  odds = 0.5,
): PublishedResult[] =>
  Array.from({ length: days * perDay }, (_, index) => {
    const day = Math.floor(index / perDay);
    const isFirstEntryWon = ((index * 7) % 100) / 100 < share;
    return {
      slot: MIDNIGHT + day * DAY_MS + (index % perDay) * SLOT_MS,
      strategy: 'one',
      right: odds,
      later: 0.8,
      outcome: isFirstEntryWon ? 'profit' : 'loss',
      isFirstEntryWon,
      entryGain: null,
    };
  });

/** Has a 50% chance on its first entry if the price moves; an average range is 20 pips. */
const STATED = {
  createdAt: MIDNIGHT,
  strategy: 'one',
  direction: 'CALL',
  entryPrice: 1.1,
  worstPrice: 1.101,
  moves: 96,
  firstEntry: { value: 48 },
  confidence: { value: 86.4 },
} as const;

/** States odds like production: with the previous night’s correction. */
const countNightly = (results: readonly PublishedResult[], nights: number): PublishedRecord => {
  let record = EMPTY_RECORD;
  for (let night = 1; night <= nights; night += 1) {
    const offset = getOffset(record.firstEntry);
    const stated = results.map((result) => ({ ...result, right: result.right + offset }));
    record = countPublished(record, MIDNIGHT + night * DAY_MS, stated);
  }
  return record;
};

describe('published record', () => {
  it('corrects odds towards the results, mostly so after a thousand', () => {
    const afterDays = (days: number) =>
      getOffset(countNightly(createResults(days, 100, 0.6), 1 + days).firstEntry);
    expect(afterDays(1)).toBeGreaterThan(0);
    expect(afterDays(1)).toBeLessThan(0.02);
    expect(afterDays(10)).toBeCloseTo(0.05, 2);
    expect(afterDays(100)).toBeGreaterThan(0.085);
  });

  it('excludes its own correction from the expected wins', () => {
    const record = countNightly(createResults(20, 100, 0.6), 21);
    expect(record.firstEntry.expected).toBeCloseTo(0.5 * record.firstEntry.trials, 6);
  });

  it('counts each result once, even if counted again', () => {
    const results = createResults(3, 100, 0.5);
    const record = countNightly(results, 4);
    expect(record.firstEntry.trials).toBe(300);
    expect(countPublished(record, MIDNIGHT + 4 * DAY_MS + HOUR_MS, results)).toEqual(record);
  });

  it('excludes rollover slots, flat entries and results that may still be pending', () => {
    const [result] = createResults(1, 1, 1);
    if (!result) throw new Error('A result is needed');
    const count = (changes: Partial<PublishedResult>) =>
      countPublished(EMPTY_RECORD, MIDNIGHT + DAY_MS, [{ ...result, ...changes }]).firstEntry
        .trials;
    expect(count({})).toBe(1);
    expect(count({ slot: MIDNIGHT + 21 * HOUR_MS })).toBe(0);
    expect(count({ outcome: 'break-even', isFirstEntryWon: false })).toBe(0);
    expect(count({ slot: toCountedUntil(MIDNIGHT + DAY_MS) })).toBe(0);
  });

  it('derives win rates from the stated odds', () => {
    const result = toPublishedResult(STATED, { outcome: 'loss', level: null, closes: [] });
    expect(result.right).toBeCloseTo(0.5, 12);
    expect(result.later).toBeCloseTo(0.8, 12);
  });

  it('measures how much the entry close improves the odds', () => {
    const gainAt = (price: number | null, level: number | null = null) => {
      const closes = [{ price }, { price: 1.2 }];
      const outcome = level === null ? 'loss' : 'profit';
      return toPublishedResult(STATED, { outcome, level, closes }).entryGain;
    };
    const restated = restateAtEntry(STATED, 0.5, 1.102);
    expect(gainAt(1.102)).toBeCloseTo(0.5 ** 2 - restated ** 2, 12);
    expect(gainAt(1.102)).toBeGreaterThan(0);
    expect(gainAt(1.102, 0)).toBeCloseTo(0.5 ** 2 - (1 - restated) ** 2, 12);
    expect(gainAt(1.102, 0)).toBeLessThan(0);
    expect(gainAt(1.102, 2)).toBe(gainAt(1.102));
    expect(gainAt(1.1)).toBeCloseTo(0, 12);
    expect(gainAt(null)).toBeNull();
  });

  it('has no gain for a flat entry', () => {
    const closes = [{ price: 1.102 }, { price: 1.102 }];
    const flat = { outcome: 'break-even', level: null, closes } as const;
    expect(toPublishedResult(STATED, flat).entryGain).toBeNull();
  });

  it('has no gain for a no-go', () => {
    const lost = { outcome: 'loss', level: null, closes: [{ price: 1.102 }] } as const;
    expect(toPublishedResult({ ...STATED, entered: true }, lost).entryGain).not.toBeNull();
    expect(toPublishedResult({ ...STATED, entered: false }, lost).entryGain).toBeNull();
  });

  it('adds gains to a record without any', () => {
    const results = createResults(3, 100, 0.5).map((result) => ({ ...result, entryGain: 0.002 }));
    const counted = countNightly(createResults(1, 100, 0.5), 1);
    const withoutGains = { ...counted, entryOdds: NO_GAINS };
    const record = countPublished(withoutGains, MIDNIGHT + 4 * DAY_MS, results);
    expect(record.entryOdds).toMatchObject({ trials: 200, trialsTrials: 2 * 100 ** 2 });
    expect(record.entryOdds.gain).toBeCloseTo(0.4, 12);
    expect(record.entryOdds.gapGap).toBeCloseTo(2 * 0.2 ** 2, 12);
  });

  it('counts no gain without a close, around the rollover or for pending slots', () => {
    const [result] = createResults(1, 1, 1);
    if (!result) throw new Error('A result is needed');
    const count = (changes: Partial<PublishedResult>) =>
      countPublished(EMPTY_RECORD, MIDNIGHT + DAY_MS, [{ ...result, entryGain: 0.1, ...changes }])
        .entryOdds.trials;
    expect(count({})).toBe(1);
    expect(count({ entryGain: null })).toBe(0);
    expect(count({ slot: MIDNIGHT + 21 * HOUR_MS })).toBe(0);
    expect(count({ slot: toCountedUntil(MIDNIGHT + DAY_MS) })).toBe(0);
  });
});

describe('strategy status', () => {
  const judge = (days: number, share: number, onTrial = false) =>
    findAsideReason(countNightly(createResults(days, 100, share), days + 1), { onTrial });

  it('is put aside once its first entries are significantly below 50%', () => {
    expect(judge(30, 0.45)).toBe(
      'Put aside: 45.0% of 3,000 first entries that moved won, below a coin at 99% confidence',
    );
    expect(judge(30, 0.5)).toBeNull();
    expect(judge(1, 0.3)).toBeNull();
  });

  it('stays on trial until its first entries are significantly above 50%', () => {
    expect(findAsideReason(EMPTY_RECORD, { onTrial: true })).toBe(
      'On trial: no results yet, not above a coin at 99% confidence',
    );
    expect(judge(30, 0.5, true)).toMatch(/^On trial: 50\.0% of 3,000/);
    expect(judge(30, 0.55, true)).toBeNull();
    expect(judge(5, 0.9, true)).not.toBeNull();
  });

  it('counts a slot once in the night after it was put aside', () => {
    const results = createResults(1, 100, 0.5);
    const count = (shadow: readonly PublishedResult[]) =>
      countPublished(EMPTY_RECORD, MIDNIGHT + 2 * DAY_MS, results, shadow).coin.trials;
    expect(count(results)).toBe(count([]));
    const others = results.map((result) => ({ ...result, slot: result.slot + 12 * HOUR_MS }));
    expect(count(others)).toBeGreaterThan(count([]));
  });

  it('recovers through its shadow results', () => {
    const aside = countNightly(createResults(30, 100, 0.45), 31);
    const shadow = createResults(60, 200, 0.55).map(({ slot, isFirstEntryWon }) => ({
      slot: slot + 31 * DAY_MS,
      isFirstEntryWon,
    }));
    const back = countPublished(aside, MIDNIGHT + 93 * DAY_MS, [], shadow);
    expect(findAsideReason(back, {})).toBeNull();
    expect(back.firstEntry).toEqual(aside.firstEntry);
  });
});
