import { describe, expect, it } from 'vitest';
import { guessMapping, isHeader } from '../../../../src/data/journal/import/columns';
import { readPayout } from '../../../../src/data/journal/import/payouts';

describe('guessMapping', () => {
  it('does not mistake a column of closing times for closing prices', () => {
    const header = ['Pair', 'Entry', 'Exit', 'Direction', 'Stake'];
    const row = ['EUR/USD', '2026-11-20 14:10', '2026-11-20 14:15', 'Call', '5'];
    const mapping = guessMapping(header, [row, row]);
    expect(mapping).toMatchObject({ pair: 0, opened: 1, direction: 3, stake: 4 });
    expect(mapping.close).toBeUndefined();
  });

  it('does not mistake a column of profits and losses for payouts', () => {
    const header = ['Time', 'Asset', 'Direction', 'Profit %'];
    const rows = ['+85%', '-100%'].map((profit) => ['2026-11-20 14:10', 'EURUSD', 'Put', profit]);
    expect(guessMapping(header, rows).payout).toBeUndefined();
  });

  it.each([
    ['amounts that were returned', [10, 18.4], [20, 37.2], undefined],
    ['percentages with small stakes', [2, 92], [2, 85], 4],
    ['one percentage with different stakes', [50, 92], [60, 92], 4],
    ['ambiguous values', [50, 92], [50, 92], undefined],
    ['amounts that were returned, one of them after a tie', [10, 18.4], [20, 20], undefined],
    ['percentages that equal the stakes', [80, 80], [80, 80], 4],
    ['percentages beside one stake', [50, 92], [50, 88], 4, 'Payout %'],
    ['a rate beside one stake', [50, 92], [50, 88], 4, 'Payout rate'],
  ])('maps a payout column of %s', (_, one, other, payout, name = 'Payout') => {
    const header = ['Time', 'Asset', 'Direction', 'Amount', name];
    const rows = [one, other].map(([stake, paid]) => [
      '2026-11-20 14:10',
      'EURUSD',
      'Put',
      String(stake),
      String(paid),
    ]);
    expect(guessMapping(header, rows).payout).toBe(payout);
  });

  it.each(['Call/Put', 'Buy/Sell'])(
    'maps %s to the direction by its name if the cells are unclear',
    (name) => {
      const mapping = guessMapping(['Time', 'Asset', name], [['2026-11-20 14:10', 'EURUSD', 'H']]);
      expect(mapping.direction).toBe(2);
    },
  );

  it('recognises “Open at” as a time column', () => {
    expect(isHeader(['Open at', 'Symbol', 'Side'])).toBe(true);
  });
});

describe('readPayout', () => {
  it.each([
    ['+92%', 0.92],
    ['92', 0.92],
    ['0.92', 0.92],
    ['185 %', 1.85],
    ['92٪', 0.92],
    ['+%92', 0.92],
    ['0.92٪', null],
    ['92％', 0.92],
    ['0%', null],
    ['-100%', null],
    ['$18.50', null],
    ['18.50 USD', null],
    ['€ 18', null],
  ])('reads %s as %s', (text, payout) => {
    expect(readPayout(text)).toBe(payout);
  });
});

describe('returned amounts beside stakes of an unknown currency', () => {
  it.each([
    ['amounts', ['18.40', '22.08'], undefined],
    ['percentages', ['92', '92'], 4],
  ])('are told from percentages: %s', (_, payouts, column) => {
    const header = ['Open time', 'Asset', 'Type', 'Trade amount', 'Payout'];
    const rows = payouts.map((payout, index) => [
      '2026-11-20 14:10',
      'EURUSD',
      'Put',
      String(10 + 2 * index),
      payout,
    ]);
    expect(guessMapping(header, rows).payout).toBe(column);
  });
});
