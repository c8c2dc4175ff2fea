import type { Api } from 'grammy';
import { tryCall, type TelegramResult } from './api';

export const WEBHOOK_PATH = '/api/telegram/updates';

export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const MAX_CONNECTIONS = 10;

export const setWebhook = (
  api: Api,
  { siteUrl, secret }: { readonly siteUrl: string; readonly secret: string },
): Promise<TelegramResult<true>> =>
  tryCall(() =>
    api.setWebhook(`${siteUrl}${WEBHOOK_PATH}`, {
      secret_token: secret,
      allowed_updates: ['message', 'chat_join_request'],
      max_connections: MAX_CONNECTIONS,
    }),
  );
