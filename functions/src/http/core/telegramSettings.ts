import type { Environment } from '../../platform/core/environment';
import type { TelegramSettings } from './deps';

type TelegramEnvironment = Pick<Environment, 'brand' | 'siteUrl' | 'telegram'>;

/** The bot's public address, `https://t.me/<handle>`. Null on a site without channels. */
export const getBotUrl = ({ brand, telegram }: TelegramEnvironment): string | null =>
  telegram && (brand?.telegram.bot ?? null);

/** Null on a site without a bot, and in functions that don't get its secrets. */
export function getTelegramSettings(environment: TelegramEnvironment): TelegramSettings | null {
  const { siteUrl, telegram } = environment;
  const bot = getBotUrl(environment);
  if (!telegram || bot === null || telegram.token === null || telegram.webhookSecret === null)
    return null;
  const { apiUrl, channels, token, webhookSecret } = telegram;
  return { apiUrl, bot, channels, siteUrl, token, webhookSecret };
}
