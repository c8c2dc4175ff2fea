import { describe, expect, it } from 'vitest';
import { formatRequiredRate } from '@quantalgo/contracts/signals/words';
import { describeRecord, formatMargin } from '../../../src/screens/record/recordText';

const record = (won: number, totalSignals: number, breakEvenSignals = 0) => ({
  totalSignals,
  breakEvenSignals,
  firstEntryRate: (100 * won) / totalSignals,
});

describe('describeRecord', () => {
  it('gives no rate for fewer than thirty signals', () => {
    expect(describeRecord(record(29, 29), 0.8)).toMatchObject({
      title: 'Too few to tell',
      text: '29 settled signals so far. A meaningful rate needs 30, so we only count them for now.',
    });
  });

  it.each([
    [
      149,
      290,
      'Not better than a coin yet',
      'About 344 more signals would show whether that share reaches what you need',
    ],
    [400, 780, 'Not enough to break even', 'The share of first entries won is below what you need'],
    [40, 290, 'Worse than a coin', 'The share of first entries won is below what you need'],
    [200, 290, 'Above what you need so far', 'This may not last.'],
    [2700, 4900, 'Better than a coin, perhaps not enough', 'Still too close to what you need'],
  ])('describes %i won of %i as: %s', (won, settled, title, text) => {
    const verdict = describeRecord(record(won, settled), 0.8);
    expect(verdict.title).toBe(title);
    expect(verdict.text).toContain(text);
  });

  it('gives no rate if all entries were flat', () => {
    expect(describeRecord(record(0, 40, 40), 0.8)).toEqual({
      title: 'Nothing won or lost yet',
      text: 'After 40 settled signals, 40 of them flat. Flat entries are refunded, so there is no rate yet.',
    });
  });

  it('counts flat entries as neither won nor lost', () => {
    expect(describeRecord(record(2080, 4000, 400), 0.8)).toEqual({
      title: 'Above what you need so far',
      text: 'After 4,000 settled signals, 400 of them flat. This may not last.',
    });
    expect(describeRecord(record(460, 1000, 100), 0.8).title).toBe('Not enough to break even');
  });

  it('gives no required number of signals if a coin would break even', () => {
    expect(describeRecord(record(25, 50), 1).text).toContain('Still too close');
  });
});

describe('dial figures', () => {
  it('rounds the required rate up, never down', () => {
    const rates = [55.6, 56, 100 / 1.8, 100 / 1.6];
    expect(rates.map(formatRequiredRate)).toEqual(['56', '56', '56', '63']);
  });

  it('formats the wider side of the interval, rounded up', () => {
    expect(formatMargin({ value: 51.4, low: 45.6, high: 57.1 })).toBe('6');
    expect(formatMargin({ value: 100, low: 88.6, high: 100 })).toBe('12');
  });
});
