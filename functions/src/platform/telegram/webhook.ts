import type { Api } from 'grammy';
import { attempt, type TelegramResult } from './api';

/** Where Telegram brings what people do, on the site's origin. */
export const WEBHOOK_PATH = '/api/telegram/updates';

/** The secret that Telegram shows with each call. */
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Most calls of Telegram at a time. */
const AT_ONCE = 10;

/** Tells Telegram where to bring what people do. Done twice it is done once. */
export const setWebhook = (
  api: Api,
  { siteUrl, secret }: { readonly siteUrl: string; readonly secret: string },
): Promise<TelegramResult<true>> =>
  attempt(() =>
    api.setWebhook(`${siteUrl}${WEBHOOK_PATH}`, {
      secret_token: secret,
      allowed_updates: ['message', 'chat_join_request'],
      max_connections: AT_ONCE,
    }),
  );
