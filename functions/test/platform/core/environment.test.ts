import { BRAND_SETTINGS } from '../../../../contracts/test/brandSettings';
import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { describe, expect, it } from 'vitest';
import { parseEnvironment, requireSetting } from '../../../src/platform/core/environment';

const PEPPER = 'a-pepper-that-these-tests-alone-know-of';

describe('server settings', () => {
  it('default to the simulated market', () => {
    expect(parseEnvironment({})).toMatchObject({
      marketData: 'simulated',
      pairs: null,
      inEmulator: false,
    });
  });

  it('use replay if a candle folder is set', () => {
    expect(parseEnvironment({ CANDLES_DIR: 'candles' })).toMatchObject({
      marketData: 'replay',
      candlesDir: 'candles',
    });
  });

  it('treat an empty variable as unset', () => {
    expect(parseEnvironment({ CANDLES_DIR: '', PAIRS: '' }).marketData).toBe('simulated');
  });

  it('include Telegram if both channels are set, without a bot if its secrets are off', () => {
    const channels = {
      TELEGRAM_STARTER_CHANNEL: '-1001234567',
      TELEGRAM_ESSENTIAL_CHANNEL: '-1007654321',
    };
    const off = { TELEGRAM_BOT_TOKEN: 'off', TELEGRAM_WEBHOOK_SECRET: 'off' };
    expect(parseEnvironment(off).telegram).toBeNull();
    expect(parseEnvironment({ ...off, ...channels }).telegram).toEqual({
      channels: { starter: '-1001234567', essential: '-1007654321' },
      apiUrl: 'https://api.telegram.org',
      token: null,
      webhookSecret: null,
    });
  });

  it('parse pairs from a list', () => {
    expect(parseEnvironment({ PAIRS: 'EURUSD, EURUSD-OTC' }).pairs).toEqual([
      'EURUSD',
      'EURUSD-OTC',
    ]);
  });

  it.each([
    ['MARKET_DATA', { MARKET_DATA: 'oracle' }],
    ['PAIRS', { PAIRS: 'EUR/USD' }],
    ['DEMONSTRATION', { DEMONSTRATION: 'perhaps' }],
    ['TWELVEDATA_URL', { TWELVEDATA_URL: 'there' }],
    ['TWELVEDATA_CREDITS_PER_MINUTE', { TWELVEDATA_CREDITS_PER_MINUTE: '0' }],
    ['TWELVEDATA_CREDITS_PER_DAY', { TWELVEDATA_CREDITS_PER_DAY: 'many' }],
    ['SITE_URL', { SITE_URL: 'here' }],
    ['SITE_URL', { SITE_URL: 'https://lumen.example/' }],
    ['SITE_URL', { SITE_URL: 'https://Lumen.example' }],
    ['SITE_URL', { SITE_URL: 'https://lumen.example/app' }],
    ['CANDLES_DIR', { MARKET_DATA: 'replay' }],
    ['SECRETS_KEY', { SECRETS_KEY: 'too short' }],
    ['MAIL_KEY', { MAIL_KEY: 'too short' }],
    ['PUSH_KEY', { PUSH_KEY: 'too short' }],
    ['PSEUDONYM_KEY', { PSEUDONYM_KEY: 'too short' }],
    ['LIMITS_KEY', { LIMITS_KEY: 'too short' }],
    ['LOG_KEY', { LOG_KEY: 'too short' }],
    ['FACTOR_KEY', { FACTOR_KEY: 'too short' }],
    ['STAFF_SECOND_FACTOR', { STAFF_SECOND_FACTOR: 'no' }],
    ['SMTP_URL', { SMTP_URL: 'here' }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.lumen.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://:465' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://' }],
    ['PASSWORD_PEPPER', { PASSWORD_PEPPER: PEPPER }],
    ['PASSWORD_PEPPER', { PASSWORD_PEPPER: '1:too short' }],
    ['PASSWORD_PEPPER', { PASSWORD_PEPPER: `:${PEPPER}` }],
    ['PASSWORD_PEPPER', { PASSWORD_PEPPER: `1:${PEPPER}\n` }],
    ['PASSWORD_PEPPER', { PASSWORD_PEPPER: `2:${PEPPER}  1:${PEPPER}` }],
    ['PASSWORD_PEPPER', { PASSWORD_PEPPER: `1:${PEPPER}2 1:${PEPPER}` }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'short' }],
    ['VAPID_PRIVATE_KEY', { VAPID_PRIVATE_KEY: 'short' }],
    ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: 'no token' }],
    ['TELEGRAM_WEBHOOK_SECRET', { TELEGRAM_WEBHOOK_SECRET: 'too short' }],
    ['TELEGRAM_STARTER_CHANNEL', { TELEGRAM_STARTER_CHANNEL: '@public' }],
    ['TELEGRAM_STARTER_CHANNEL', { TELEGRAM_ESSENTIAL_CHANNEL: '-1001234567' }],
    ['LIMITS_FACTOR', { LIMITS_FACTOR: '0.5', FUNCTIONS_EMULATOR: 'true' }],
  ])('name the invalid variable: %s', (name, given) => {
    expect(() => parseEnvironment(given)).toThrow(`Environment variable ${name} is`);
  });

  it('never include an invalid secret in the error', () => {
    expect(() => parseEnvironment({ PASSWORD_PEPPER: PEPPER })).not.toThrow(PEPPER);
  });

  it('map pepper versions to peppers, newest first', () => {
    const { passwordPepper } = parseEnvironment({ PASSWORD_PEPPER: `12:${PEPPER}== 1:${PEPPER}` });
    expect([...(passwordPepper ?? [])]).toEqual([
      [12, `${PEPPER}==`],
      [1, PEPPER],
    ]);
  });

  it.each(['smtp://127.0.0.1:2500', 'smtps://user:pass%40word@mail.lumen.example:465'])(
    'accept the mail server URL %s',
    (SMTP_URL) => expect(parseEnvironment({ SMTP_URL }).smtpUrl).toBe(SMTP_URL),
  );

  it('default to the smallest Twelve Data plan, and allow one without a daily limit', () => {
    expect(parseEnvironment({}).twelveData.plan).toEqual({ perMinute: 8, perDay: 800 });
    const grown = { TWELVEDATA_CREDITS_PER_MINUTE: '55', TWELVEDATA_CREDITS_PER_DAY: 'unlimited' };
    expect(parseEnvironment(grown).twelveData.plan).toEqual({ perMinute: 55, perDay: null });
  });

  it('use the configured brand, even for a demonstration', () => {
    expect(parseEnvironment(BRAND_SETTINGS).brand?.name).toBe('Lumen');
    expect(parseEnvironment({ ...BRAND_SETTINGS, DEMONSTRATION: 'true' }).brand?.name).toBe(
      'Lumen',
    );
  });

  it('use the demonstration brand only on emulators and declared demonstrations', () => {
    expect(parseEnvironment({ FUNCTIONS_EMULATOR: 'true' }).brand).toBe(DEMONSTRATION_BRAND);
    expect(parseEnvironment({ DEMONSTRATION: 'true' }).brand).toBe(DEMONSTRATION_BRAND);
    expect(parseEnvironment({}).brand).toBeNull();
  });

  it('throw in a deployed function if brand settings are missing or are demo values', () => {
    expect(() => parseEnvironment({ K_SERVICE: 'api' })).toThrow(/BRAND_NAME is missing/);
    expect(parseEnvironment({ K_SERVICE: 'api', ...BRAND_SETTINGS }).brand?.name).toBe('Lumen');
    expect(() => parseEnvironment({ ...BRAND_SETTINGS, BROKER_LINK: '' })).toThrow(
      /BROKER_LINK is missing/,
    );
    expect(() =>
      parseEnvironment({ ...BRAND_SETTINGS, TELEGRAM_SUPPORT: '@quantalgo_support' }),
    ).toThrow(/TELEGRAM_SUPPORT is still the demo value/);
  });

  it('require a second factor for staff by default', () => {
    expect(parseEnvironment({}).requiresFactor).toBe(true);
    expect(parseEnvironment({ STAFF_SECOND_FACTOR: '0' }).requiresFactor).toBe(false);
  });

  it('allow a higher limits factor only on emulators', () => {
    const raised = { LIMITS_FACTOR: '10', FUNCTIONS_EMULATOR: 'true' };
    expect(parseEnvironment(raised).limitsFactor).toBe(10);
    expect(() => parseEnvironment({ LIMITS_FACTOR: '10' })).toThrow(
      'Environment variable LIMITS_FACTOR is only for emulators',
    );
    expect(parseEnvironment({}).limitsFactor).toBe(1);
  });

  it('need no secret until a function requires it', () => {
    const { secretsKey } = parseEnvironment({});
    expect(secretsKey).toBeNull();
    expect(() => requireSetting(secretsKey, 'SECRETS_KEY')).toThrow(
      'Environment variable SECRETS_KEY is missing',
    );
  });
});
