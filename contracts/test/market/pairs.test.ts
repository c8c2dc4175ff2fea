import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PAIRS,
  formatPrice,
  formatPair,
  parsePairLabel,
  pairSchema,
} from '../../src/market/pairs';
import { arbitraryPair } from '../signals/arbitrarySignal';

describe('pair', () => {
  it.each([
    ['EURUSD', 'EUR/USD'],
    ['EURUSD-OTC', 'EUR/USD OTC'],
    ['XAUUSD', 'XAU/USD'],
  ])('formats %s as %s', (pair, label) => {
    expect(formatPair(pair)).toBe(label);
    expect(parsePairLabel(label)).toBe(pair);
  });

  it('can be parsed from its label', () => {
    fc.assert(
      fc.property(arbitraryPair, (pair) => {
        expect(parsePairLabel(formatPair(pair))).toBe(pair);
      }),
    );
  });

  it.each(['', 'eurusd', 'EUR/USD', 'EURUSD OTC', 'EURUSDX', 'EURUSD-otc'])(
    'rejects "%s"',
    (text) => {
      expect(pairSchema.safeParse(text).success).toBe(false);
    },
  );

  it.each(['', 'EURO', 'EUR/USD/JPY', '<b>'])('rejects the label "%s"', (label) => {
    expect(() => parsePairLabel(label)).toThrow();
  });

  it.each([
    ['EURUSD', 1.085, '1.08500'],
    ['USDJPY', 151.2, '151.200'],
    ['XAUUSD', 2650, '2650.00'],
    ['EURJPY-OTC', 163.4567, '163.457'],
  ])('formats a price of %s with that pair’s decimals', (pair, price, text) => {
    expect(formatPrice(pair, price)).toBe(text);
  });

  it('defaults to EUR/USD, GBP/USD, USD/JPY and XAU/USD', () => {
    expect(DEFAULT_PAIRS.map(formatPair)).toEqual(['EUR/USD', 'GBP/USD', 'USD/JPY', 'XAU/USD']);
  });
});
