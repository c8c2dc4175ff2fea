import { describe, expect, it } from 'vitest';
import { BRAND_SETTINGS } from '../../../contracts/test/brandSettings';
import { getBotUrl, getTelegramSettings } from '../../src/http/core/telegramSettings';
import { PASSWORDS_OPTIONS } from '../../src/platform/core/deployment';
import { parseEnvironment } from '../../src/platform/core/environment';

const SITE = {
  ...BRAND_SETTINGS,
  TELEGRAM_BOT: '@lumen_signals_bot',
  TELEGRAM_STARTER_CHANNEL: '-1001234567',
  TELEGRAM_ESSENTIAL_CHANNEL: '-1007654321',
};
const TOKEN = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1';
const SECRETS = {
  TELEGRAM_BOT_TOKEN: TOKEN,
  TELEGRAM_WEBHOOK_SECRET: 'a-webhook-secret-of-these-tests-alone',
};

describe('Telegram settings', () => {
  const all = parseEnvironment({ ...SITE, ...SECRETS });

  it('include the bot’s address and secrets', () => {
    expect(getTelegramSettings(all)).toMatchObject({ bot: getBotUrl(all), token: TOKEN });
  });

  it('are null without the secrets, which the bot’s address doesn’t need', () => {
    expect(PASSWORDS_OPTIONS.secrets).not.toContain('TELEGRAM_BOT_TOKEN');
    const passwords = parseEnvironment(SITE);
    expect(getTelegramSettings(passwords)).toBeNull();
    expect(getBotUrl(passwords)).toMatch(/^https:\/\/t\.me\//);
  });

  it('are null on a site without channels', () => {
    const without = parseEnvironment({ ...BRAND_SETTINGS, ...SECRETS });
    expect(getTelegramSettings(without)).toBeNull();
    expect(getBotUrl(without)).toBeNull();
  });
});
