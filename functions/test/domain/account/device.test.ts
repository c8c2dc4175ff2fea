import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeviceLabel } from '../../../src/domain/account/account';

describe('parseDeviceLabel', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 13; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 12; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; itel A56) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0 Mobile Safari/537.36 OPR/87.0',
      'Opera',
      'Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge',
      'Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', 'Unknown browser', 'Unknown device'],
    [undefined, 'Unknown browser', 'Unknown device'],
  ])('parses %s as %s on %s', (userAgent, browser, platform) => {
    expect(parseDeviceLabel(userAgent)).toEqual({ browser, platform });
  });

  it('returns a label of letters and spaces for any user agent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5000 }), (userAgent) => {
        const { browser, platform } = parseDeviceLabel(userAgent);
        expect(browser + platform).toMatch(/^[A-Za-z ]+$/);
      }),
    );
  });
});
