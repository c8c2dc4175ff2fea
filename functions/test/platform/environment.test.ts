import { describe, expect, it } from 'vitest';
import { parseEnvironment } from '../../src/platform/environment';

describe("the server's settings", () => {
  it('simulate the market where nothing is set', () => {
    expect(parseEnvironment({})).toMatchObject({
      marketData: 'simulated',
      pairs: null,
      inEmulator: false,
    });
  });

  it('replay candle files where a folder is named', () => {
    expect(parseEnvironment({ CANDLES_DIR: 'candles' })).toMatchObject({
      marketData: 'replay',
      candlesDir: 'candles',
    });
  });

  it('take an empty variable for one that is not set', () => {
    expect(parseEnvironment({ CANDLES_DIR: '', PAIRS: '' }).marketData).toBe('simulated');
  });

  it('read pairs from a list', () => {
    expect(parseEnvironment({ PAIRS: 'EURUSD, EURUSD-OTC' }).pairs).toEqual([
      'EURUSD',
      'EURUSD-OTC',
    ]);
  });

  it.each([
    ['MARKET_DATA', { MARKET_DATA: 'oracle' }],
    ['PAIRS', { PAIRS: 'EUR/USD' }],
    ['SITE_URL', { SITE_URL: 'here' }],
    ['CANDLES_DIR', { MARKET_DATA: 'replay' }],
  ])('name the variable that is wrong: %s', (name, given) => {
    expect(() => parseEnvironment(given)).toThrow(`Environment variable ${name} is`);
  });
});
