import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRecordPlainly, summariseRecord } from '../../src/signals/sentence';

const createRecord = (moved: number, won: number, flat = 0) => ({
  totalSignals: moved + flat,
  breakEvenSignals: flat,
  firstEntryRate: moved + flat === 0 ? null : (100 * won) / (moved + flat),
});

const getSentence = (moved: number, won: number, payout?: number) =>
  describeRecordPlainly(summariseRecord(createRecord(moved, won, 900), payout));

describe('record summary sentence', () => {
  it('states the wins, the wins needed and the advice', () => {
    expect(getSentence(96_579, 47_324)).toBe(
      'Of the 96,579 first entries that moved, 49 in 100 won. At a payout of 80%, you need 56 in 100. Use them on paper.',
    );
  });

  it('uses the given payout', () => {
    expect(getSentence(96_579, 47_324, 0.92)).toContain('At a payout of 92%, you need 53 in 100.');
  });

  it('never rounds a rate below break-even up to it', () => {
    // 54.5% won, 54.95% are needed.
    expect(getSentence(60_000, 32_700, 0.82)).toContain(
      '54 in 100 won. At a payout of 82%, you need 55 in 100. Use them on paper.',
    );
    expect(getSentence(60_000, 33_600, 0.825)).toContain(
      '56 in 100 won. At a payout of 82.5%, you need 55 in 100.',
    );
  });

  it('says if there are too few results', () => {
    expect(getSentence(60, 33)).toContain('That isn’t enough to tell: use them on paper.');
    expect(describeRecordPlainly(summariseRecord(createRecord(0, 0)))).toBe(
      'No signal has a result yet. At a payout of 80%, you need 56 in 100. Use them on paper.',
    );
  });

  it('counts wins instead of stating a rate until 30 first entries have moved', () => {
    const describeFew = (moved: number, won: number, flat = 0) =>
      describeRecordPlainly(summariseRecord(createRecord(moved, won, flat)));
    expect(describeFew(1, 0)).toContain('Of 1 first entry that moved, 0 won.');
    expect(describeFew(29, 29)).toContain('Of the 29 first entries that moved, 29 won.');
    expect(describeFew(2, 1, 28)).toContain('Of the 2 first entries that moved, 1 won.');
    expect(describeFew(30, 15)).toContain('50 in 100 won.');
  });

  it('says the record pays only beyond what repeated looks find by chance', () => {
    expect(getSentence(100_000, 57_000)).toContain('So far they have paid');
    // Above break-even, but within what a thousand looks find by chance.
    expect(getSentence(2000, 1160)).toContain('That isn’t enough to tell');
  });

  it('never says that a record below break-even pays', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.float({ min: 0, max: 1, noNaN: true }), (moved, share) => {
        const won = Math.floor(moved * share);
        const summary = summariseRecord(createRecord(moved, won, 50));
        if (summary.advice === 'pays') expect(summary.won).toBeGreaterThan(summary.needed);
        if (summary.advice === 'paper') expect(summary.won).toBeLessThan(summary.needed);
      }),
    );
  });

  it('counts flat entries neither as won nor as lost', () => {
    expect(summariseRecord(createRecord(1000, 500, 0)).won).toBeCloseTo(50);
    expect(summariseRecord(createRecord(1000, 500, 400)).won).toBeCloseTo(50);
  });
});
