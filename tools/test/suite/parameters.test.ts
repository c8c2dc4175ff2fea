import { describe, expect, it } from 'vitest';
import { functionParameters, functionSecrets } from '../../src/suite/environment';
import { portsAt } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';

describe('the parameters of the functions', () => {
  it('simulate the market unless candle files are named', () => {
    expect(functionParameters(portsAt(0), undefined)).toMatchObject({
      MARKET_DATA: 'simulated',
      DEMONSTRATION: 'true',
      SITE_URL: 'http://127.0.0.1:5050',
    });
  });

  it('send mail to the inbox of the suite', () => {
    expect(functionSecrets(portsAt(3000))).toMatchObject({ SMTP_URL: 'smtp://127.0.0.1:4025' });
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
