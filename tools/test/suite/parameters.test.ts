import { describe, expect, it, vi } from 'vitest';
import { buildFunctionParameters, buildFunctionSecrets } from '../../src/suite/environment';
import { getPorts } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';

describe('function parameters', () => {
  it('simulate the market without candle files', () => {
    expect(buildFunctionParameters(getPorts(0), undefined)).toMatchObject({
      MARKET_DATA: 'simulated',
      DEMONSTRATION: 'true',
      SITE_URL: 'http://127.0.0.1:5050',
    });
  });

  it('require a second factor for staff only if it is requested', () => {
    const readSetting = () =>
      buildFunctionParameters(getPorts(0), undefined)['STAFF_SECOND_FACTOR'];
    vi.stubEnv('STAFF_SECOND_FACTOR', undefined);
    expect(readSetting()).toBe('0');
    vi.stubEnv('STAFF_SECOND_FACTOR', '1');
    expect(readSetting()).toBe('1');
    vi.unstubAllEnvs();
  });

  it('send mail to the suite’s inbox', () => {
    expect(buildFunctionSecrets(getPorts(3000))).toMatchObject({
      SMTP_URL: 'smtp://127.0.0.1:4025',
    });
  });

  it('replay candle files from a folder relative to the repository root', () => {
    expect(buildFunctionParameters(getPorts(0), 'tools')).toMatchObject({
      MARKET_DATA: 'replay',
      CANDLES_DIR: inRoot('tools'),
    });
  });

  it('reject a missing folder', () => {
    expect(() => buildFunctionParameters(getPorts(0), 'no-such-folder')).toThrow(
      /^CANDLES_DIR: folder not found: .*no-such-folder/,
    );
  });
});
