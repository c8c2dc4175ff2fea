import { describe, expect, it } from 'vitest';
import { functionParameters } from '../../src/suite/parameters';
import { portsAt } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';

describe('the parameters of the functions', () => {
  it('simulate the market unless candle files are named', () => {
    expect(functionParameters(portsAt(0), undefined)).toEqual({
      MARKET_DATA: 'simulated',
      SITE_URL: 'http://127.0.0.1:5050',
      SMTP_URL: 'smtp://127.0.0.1:1025',
    });
  });

  it('replay the candle files of a folder, named from the repository’s root', () => {
    expect(functionParameters(portsAt(0), 'tools')).toMatchObject({
      MARKET_DATA: 'replay',
      CANDLES_DIR: inRoot('tools'),
    });
  });

  it('refuse a folder that is not there', () => {
    expect(() => functionParameters(portsAt(0), 'no-such-folder')).toThrow(
      /^CANDLES_DIR: there is no folder .*no-such-folder/,
    );
  });
});
