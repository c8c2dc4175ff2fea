import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedNumber } from '../src';

describe('a typed number', () => {
  it.each([
    ['2', 2],
    ['$2.50', 2.5],
    ['2,50', 2.5],
    ['1,250.75', 1250.75],
    ['10,000,000', 10_000_000],
    ['0,125', 0.125],
    ['80 %', 80],
    ['', null],
    ['a lot', Number.NaN],
    ['1,2,3', Number.NaN],
    ['1.000.50', Number.NaN],
  ])('%j is read as people write it, of money or not', (text, number) => {
    expect(typedNumber(text)).toEqual(number);
    expect(typedNumber(text, 'thousands')).toEqual(number);
  });

  it('has thousands behind a comma where it is money, and decimals where it is a price', () => {
    expect(typedNumber('10,000', 'thousands')).toBe(10_000);
    expect(typedNumber('149,123')).toBe(149.123);
  });

  it('of money is the amount that a spreadsheet writes, in dollars and cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (cents) => {
        const text = (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
        expect(typedNumber(text, 'thousands')).toBe(cents / 100);
      }),
    );
  });
});
