import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { toJournalFields } from '@quantalgo/contracts/journal/write';
import { describe, expect, it } from 'vitest';
import { parseFormValues, toFormValues } from '../../../src/screens/journal/form';
import { aRow } from '../../data/journal/aRow';

const FACTS = { pair: 'EURUSD', direction: 'CALL' } as const;
const TRADE = { level: '0', stake: '2', price: '1.0854', close: '', at: null };
const TYPED = { ...toFormValues(EMPTY_FIELDS), trades: [TRADE] };

describe('journal entry form', () => {
  it('round-trips an entry', () => {
    const row = aRow({ payout: 0.82, tags: ['calm', 'news'], note: 'Waited', broker: 'Quotex' });
    const read = parseFormValues(toFormValues(row), row);
    expect(read).toEqual({ ok: true, fields: toJournalFields(row) });
  });

  it('parses stakes and prices in common formats', () => {
    const trade = { ...TRADE, level: '1', stake: '1.250,50 $', price: '1.085', close: '151,88' };
    expect(parseFormValues({ ...TYPED, trades: [trade], payout: '82,5 %' }, FACTS)).toMatchObject({
      fields: {
        trades: [{ level: 1, stake: 125_050, price: 1.085, close: 151.88 }],
        payout: 0.825,
      },
    });
  });

  it.each([
    [{ stake: '1,250' }, 'stake', 'Is this 1250 or 1.25? Write 1250 or 1.25.'],
    [{ stake: '€5' }, 'stake', 'Enter the amount in US dollars'],
    [{ price: '149,123' }, 'price', 'Is this 149123 or 149.123? Write 149123 or 149.123.'],
    [{ close: '1,085' }, 'close', 'Is this 1085 or 1.085? Write 1085 or 1.085.'],
  ])('rejects ambiguous input %j at its field', (typed, field, reason) => {
    const trades = [TRADE, { ...TRADE, level: '1', ...typed }];
    expect(parseFormValues({ ...TYPED, trades }, FACTS)).toEqual({
      ok: false,
      at: `trades.1.${field}`,
      reason,
    });
  });

  it('rejects a trade at its place in the form, not in the order of levels', () => {
    const trades = [
      { ...TRADE, level: '2', price: '0' },
      { ...TRADE, level: '0' },
      { ...TRADE, level: '1' },
    ];
    expect(parseFormValues({ ...TYPED, trades }, FACTS)).toMatchObject({ at: 'trades.0.price' });
  });

  it.each([
    ['a zero stake', { trades: [{ ...TRADE, stake: '0' }] }, 'trades.0.stake'],
    ['a stake in words', { trades: [{ ...TRADE, stake: 'two' }] }, 'trades.0.stake'],
    ['a level outside the ladder', { trades: [{ ...TRADE, level: '9' }] }, 'trades.0.level'],
    ['a payout of 800%', { payout: '800' }, 'payout'],
  ])('rejects %s at its field with the range', (_, changes, at) => {
    const read = parseFormValues({ ...TYPED, ...changes }, FACTS);
    expect(read).toMatchObject({ ok: false, at });
    expect(read.ok ? '' : read.reason).toMatch(/from|must/);
  });
});
