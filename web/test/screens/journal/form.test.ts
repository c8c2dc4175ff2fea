import { EMPTY_FIELDS, fieldsOf } from '@quantalgo/contracts';
import { describe, expect, it } from 'vitest';
import { readTyped, tagsOf, typedOf } from '../../../src/screens/journal/form';
import { aRow } from '../../data/journal/aRow';

const FACTS = { pair: 'EURUSD', direction: 'CALL' } as const;
const TRADE = { level: '0', stake: '2', price: '1.0854', close: '', at: null };
const TYPED = { ...typedOf(EMPTY_FIELDS), trades: [TRADE] };

describe('the form of an entry', () => {
  it('gives back the entry that it shows', () => {
    const row = aRow({ payout: 0.82, tags: ['calm', 'news'], note: 'Waited', broker: 'Quotex' });
    const read = readTyped(typedOf(row), row);
    expect(read).toEqual({ ok: true, fields: fieldsOf(row) });
  });

  it('takes a comma in a stake for thousands, and in a price for decimals', () => {
    const trade = { ...TRADE, stake: '1,250', price: '149,123' };
    expect(readTyped({ ...TYPED, trades: [trade] }, FACTS)).toMatchObject({
      fields: { trades: [{ stake: 125_000, price: 149.123 }] },
    });
  });

  it('takes each tag once, without its mark', () => {
    expect(tagsOf(' calm, #news,, calm ')).toEqual(['calm', 'news']);
  });

  it.each([
    ['a stake of nothing', { trades: [{ ...TRADE, stake: '0' }] }, 'trades.0.stake'],
    ['a stake in words', { trades: [{ ...TRADE, stake: 'two' }] }, 'trades.0.stake'],
    ['a level that no ladder has', { trades: [{ ...TRADE, level: '9' }] }, 'trades.0.level'],
    ['a payout of 800 %', { payout: '800' }, 'payout'],
  ])('refuses %s at its field, with the range', (_, changes, at) => {
    const read = readTyped({ ...TYPED, ...changes }, FACTS);
    expect(read).toMatchObject({ ok: false, at });
    expect(read.ok ? '' : read.why).toMatch(/from|must/);
  });
});
