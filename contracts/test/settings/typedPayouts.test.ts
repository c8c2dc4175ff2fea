import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPair } from '../../src/market/pairs';
import { parsePairPayouts } from '../../src/settings/typedPayouts';
import { getPairPayout, pairPayoutsSchema } from '../../src/signals/payout';

const read = (text: string) => parsePairPayouts(text).value;

const getProblem = (text: string) => parsePairPayouts(text).problem;

describe('parsePairPayouts', () => {
  it('reads pairs with their payouts in percent', () => {
    expect(read('EURUSD 92, GBP/USD 90')).toBe('EURUSD 92, GBPUSD 90');
    expect(read('eur/usd: 92%; gold = 85.5')).toBe('EURUSD 92, XAUUSD 85.5');
    expect(read('EURUSD 92\nGBPUSD 90 %\n')).toBe('EURUSD 92, GBPUSD 90');
    expect(read('EURUSD 92٪ GBPUSD ٩٠ ٪\nXAUUSD 85％')).toBe('EURUSD 92, GBPUSD 90, XAUUSD 85');
    expect(read('EURUSD 92 GBPUSD 90')).toBe('EURUSD 92, GBPUSD 90');
    expect(read('EURUSD 92,5,GBPUSD 90')).toBe('EURUSD 92.5, GBPUSD 90');
    expect(read('EUR/USD (OTC) - 88, EURUSD 80')).toBe('EURUSD-OTC 88, EURUSD 80');
    expect(read('EUR/USD OTC +92%, GBP/USD +85%')).toBe('EURUSD-OTC 92, GBPUSD 85');
    expect(read('EURUSD 92, EUR/USD 92')).toBe('EURUSD 92');
    expect(read(' , ')).toBe('');
  });

  it('rejects invalid text with an error message', () => {
    for (const text of [
      '92',
      'EURUSD',
      'EURUSS 92',
      'EURUSD 92 x',
      'EURUSD 92.123',
      'EURUSD 92, 5',
    ])
      expect([text, read(text), getProblem(text)]).toEqual([
        text,
        null,
        expect.stringMatching(
          /^Couldn’t read “.+”\. Write a pair and its payout, like EURUSD 92\.$/,
        ),
      ]);
    expect(getProblem('EURUSD 92, GBPUSD 900')).toBe('Enter a payout from 10 to 200% for GBP/USD.');
    expect(getProblem('EURUSD 92, EUR/USD 90')).toBe('EUR/USD has two payouts. Keep one.');
  });

  it('keeps each pair’s payout for any separator and pair format', () => {
    const pair = fc.constantFrom('EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD', 'AUDCAD-OTC');
    const percent = fc.integer({ min: 1000, max: 20_000 }).map((hundredths) => hundredths / 100);
    const entries = fc.uniqueArray(fc.tuple(pair, percent), { selector: ([name]) => name });
    const separator = fc.constantFrom(', ', '; ', '\n', ' ', ',');
    const sign = fc.constantFrom(' ', ': ', '=', ' - ');
    const format = fc.constantFrom(
      (name: string) => name,
      formatPair,
      (name: string) => name.toLowerCase(),
    );
    fc.assert(
      fc.property(entries, separator, sign, format, (chosen, between, equals, write) => {
        const text = chosen.map(([name, share]) => `${write(name)}${equals}${share}`).join(between);
        const value = read(text);
        expect(pairPayoutsSchema.parse(value)).toBe(value);
        for (const [name, share] of chosen)
          expect(getPairPayout({ payout: 0.8, pairPayouts: value ?? '' }, name)).toBe(share / 100);
        expect(getPairPayout({ payout: 0.8, pairPayouts: value ?? '' }, 'NZDUSD')).toBe(0.8);
        expect(read(value ?? '')).toBe(value);
      }),
    );
  });

  it('returns a valid setting or an error message for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { value, problem } = parsePairPayouts(text);
        if (value === null) expect(problem).toMatch(/\.$/);
        else expect(pairPayoutsSchema.safeParse(value).success).toBe(true);
      }),
    );
  });
});

describe('pair payout setting', () => {
  it('accepts only the canonical form', () => {
    for (const text of ['', 'EURUSD 92', 'EURUSD 10, GBPUSD-OTC 200', 'EURUSD 100.25'])
      expect(pairPayoutsSchema.safeParse(text).success).toBe(true);
    for (const text of ['EURUSD 9', 'EURUSD 92,', 'EUR/USD 92', 'EURUSD NaN', 'x'])
      expect([text, pairPayoutsSchema.safeParse(text).success]).toEqual([text, false]);
  });

  it('falls back to the default payout if a pair’s payout is invalid', () => {
    for (const pairPayouts of ['EURUSD 00', 'EURUSD 999', 'EURUSD 1.2.3'])
      expect(getPairPayout({ payout: 0.8, pairPayouts }, 'EURUSD')).toBe(0.8);
  });
});
