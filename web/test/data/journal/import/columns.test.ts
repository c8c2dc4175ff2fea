import { describe, expect, it } from 'vitest';
import { guessMapping, isHeader, readPayout } from '../../../../src/data/journal/import/columns';

describe('the columns of a file', () => {
  it('takes a column of closing times for no closing price', () => {
    const header = ['Pair', 'Entry', 'Exit', 'Direction', 'Stake'];
    const row = ['EUR/USD', '2026-11-20 14:10', '2026-11-20 14:15', 'Call', '5'];
    const mapping = guessMapping(header, [row, row]);
    expect(mapping).toMatchObject({ pair: 0, opened: 1, direction: 3, stake: 4 });
    expect(mapping.close).toBeUndefined();
  });

  it('takes a column of profits, with its losses, for no payout', () => {
    const header = ['Time', 'Asset', 'Direction', 'Profit %'];
    const rows = ['+85%', '-100%'].map((profit) => ['2026-11-20 14:10', 'EURUSD', 'Put', profit]);
    expect(guessMapping(header, rows).payout).toBeUndefined();
  });

  it.each(['Call/Put', 'Buy/Sell'])(
    'takes %s for the direction where cells say nothing',
    (name) => {
      const mapping = guessMapping(['Time', 'Asset', name], [['2026-11-20 14:10', 'EURUSD', 'H']]);
      expect(mapping.direction).toBe(2);
    },
  );

  it('knows “Open at” as a time', () => {
    expect(isHeader(['Open at', 'Symbol', 'Side'])).toBe(true);
  });
});

describe('a payout', () => {
  it.each([
    ['+92%', 0.92],
    ['92', 0.92],
    ['0.92', 0.92],
    ['185 %', 1.85],
    ['0%', null],
    ['-100%', null],
    ['$18.50', null],
    ['18.50 USD', null],
    ['€ 18', null],
  ])('%s is %s', (text, payout) => {
    expect(readPayout(text)).toBe(payout);
  });
});
