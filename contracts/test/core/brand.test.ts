import { describe, expect, it } from 'vitest';
import {
  parseBrand,
  validateBrand,
  DEMONSTRATION_BRAND,
  hasBrandSettings,
} from '../../src/core/brand';

const WHOLE = {
  BRAND_NAME: 'Lumen & Co',
  TELEGRAM_COMMUNITY: '@lumen_signals',
  TELEGRAM_SUPPORT: 'https://t.me/Lumen_Help',
  TELEGRAM_BOT: '@lumen_signals_bot',
  BROKER_NAME: 'Broker House',
  BROKER_LINK: 'https://go.brokerhouse.com/r/{affiliate}?c={campaign}',
  AFFILIATE_ID: 'A-4711',
  AFFILIATE_CAMPAIGN: 'site.1',
  PROMO_CODE: 'LUMEN50',
};

const OPTIONAL = ['TELEGRAM_BOT', 'AFFILIATE_CAMPAIGN'];

describe('brand settings', () => {
  it('are parsed into a brand', () => {
    expect(validateBrand(WHOLE)).toEqual([]);
    expect(parseBrand({ ...WHOLE, SITE_URL: 'https://lumen.example' })).toEqual({
      name: 'Lumen & Co',
      description: DEMONSTRATION_BRAND.description,
      telegram: {
        community: 'https://t.me/lumen_signals',
        support: 'https://t.me/Lumen_Help',
        bot: 'https://t.me/lumen_signals_bot',
      },
      broker: {
        name: 'Broker House',
        signUp: 'https://go.brokerhouse.com/r/A-4711?c=site.1',
        promoCode: 'LUMEN50',
      },
      isDemonstration: false,
    });
  });

  it('are valid without a bot or a campaign', () => {
    const least = { ...WHOLE, TELEGRAM_BOT: '', AFFILIATE_CAMPAIGN: undefined };
    const brand = parseBrand({ ...least, BROKER_LINK: 'https://brokerhouse.com/?a={affiliate}' });
    expect(brand.telegram.bot).toBeNull();
    expect(brand.broker.signUp).toBe('https://brokerhouse.com/?a=A-4711');
  });

  it.each(Object.keys(WHOLE).filter((name) => !OPTIONAL.includes(name)))(
    'are rejected without %s',
    (name) => {
      for (const value of ['', undefined])
        expect(validateBrand({ ...WHOLE, [name]: value })).toEqual([`${name} is missing`]);
      expect(() => parseBrand({ ...WHOLE, [name]: '' })).toThrow(`${name} is missing`);
    },
  );

  it('are all reported if several are wrong', () => {
    const given = { PROMO_CODE: 'X', TELEGRAM_SUPPORT: '@quantalgo_support' };
    expect(validateBrand(given)).toHaveLength(7);
    expect(validateBrand(given)).toContain('TELEGRAM_SUPPORT is still the demo value');
  });

  it.each([
    ['BRAND_NAME', '<b>', 'must be a name of 1–30 characters'],
    ['BRAND_NAME', 'A name that is much too long for a phone', 'must be a name of 1–30 characters'],
    ['TELEGRAM_SUPPORT', 'http://t.me/lumen_help', 'must be @handle or'],
    ['TELEGRAM_SUPPORT', 'lumen_help', 'must be @handle or'],
    ['TELEGRAM_SUPPORT', '@lumen', 'must differ from TELEGRAM_COMMUNITY'],
    ['TELEGRAM_COMMUNITY', 'https://t.me/+AbCdEf123', 'must be @handle or'],
    ['TELEGRAM_COMMUNITY', 'https://t.me/lumen/3', 'must be @handle or'],
    ['TELEGRAM_COMMUNITY', 'https://t.me.example/lumen', 'must be @handle or'],
    ['TELEGRAM_COMMUNITY', '@abc', 'must be @handle or'],
    ['TELEGRAM_BOT', '@lumen_signals', 'must end in bot'],
    ['AFFILIATE_ID', 'a b', 'must be 2–64 letters, digits'],
    ['PROMO_CODE', '50%', 'must be 2–64 letters, digits'],
    ['BROKER_LINK', 'http://go.brokerhouse.com/{affiliate}/{campaign}', 'must be an https address'],
    ['BROKER_LINK', 'https://{affiliate}.brokerhouse.com/{campaign}', 'must be an https address'],
    ['BROKER_LINK', 'javascript:alert({affiliate}{campaign})', 'must be an https address'],
    ['BROKER_LINK', 'https://brokerhouse.com/{affiliate}/{campaign}/{uid}', 'has an unknown'],
    ['BROKER_LINK', 'https://brokerhouse.com/?c={campaign}', 'lacks {affiliate}'],
    ['BROKER_LINK', 'https://brokerhouse.com/?a={affiliate}', 'lacks {campaign}'],
  ])('are rejected if %s is %s', (name, value, problem) => {
    const given = { ...WHOLE, TELEGRAM_COMMUNITY: '@lumen', [name]: value };
    expect(validateBrand(given)).toEqual([expect.stringContaining(`${name} ${problem}`)]);
  });

  it('must include a campaign if the link has a placeholder for it', () => {
    expect(validateBrand({ ...WHOLE, AFFILIATE_CAMPAIGN: '' })).toEqual([
      'AFFILIATE_CAMPAIGN is missing',
    ]);
  });

  it.each([
    ['TELEGRAM_COMMUNITY', '@QuantAlgo'],
    ['TELEGRAM_SUPPORT', 'https://t.me/quantalgo_support'],
    ['TELEGRAM_SUPPORT', '@quantalgo'],
    ['TELEGRAM_BOT', '@quantalgo_signals_bot'],
  ])('are rejected if %s has its demo value', (name, value) => {
    expect(validateBrand({ ...WHOLE, [name]: value })).toEqual([`${name} is still the demo value`]);
  });

  it('are rejected if the link resolves to the demo link', () => {
    const given = {
      ...WHOLE,
      BROKER_LINK: 'https://pocketoption.com/register?utm_source={affiliate}&click_id={member}',
      AFFILIATE_ID: 'quantalgo',
      AFFILIATE_CAMPAIGN: '',
    };
    expect(validateBrand(given)).toEqual(['BROKER_LINK is still the demo value']);
  });

  it('are detected if any one is set', () => {
    expect(hasBrandSettings({ PROMO_CODE: 'LUMEN50' })).toBe(true);
    expect(hasBrandSettings({ PROMO_CODE: '', SITE_URL: 'https://lumen.example' })).toBe(false);
  });
});
