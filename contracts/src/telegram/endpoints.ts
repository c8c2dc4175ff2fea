import * as z from 'zod/mini';
import { urlSchema } from '../core/urlSchema';
import { endpoint, NO_STORE } from '../core/endpoint';
import { currentPasswordSchema } from '../auth/passwordRules';

export const TELEGRAM_CHANNELS = ['starter', 'essential'] as const;

export const TELEGRAM_CODE_TTL_MS = 10 * 60_000;

export const telegramLinkSchema = z.object({
  bot: z.nullable(urlSchema()),
  linkedAt: z.nullable(z.iso.datetime()),
  channel: z.nullable(z.enum(TELEGRAM_CHANNELS)),
});

export type TelegramLink = z.infer<typeof telegramLinkSchema>;

/** Telegram's own calls aren't listed, because they have no envelope and no session. */
export const telegramEndpoints = {
  /** When a Telegram chat was linked, and which channel the member may join. */
  telegramLink: endpoint({
    method: 'GET',
    path: '/api/telegram',
    caller: 'member',
    failure: 'Failed to get your Telegram link',
    cache: NO_STORE,
    data: telegramLinkSchema,
  }),
  /** Issues a short single-use code that links the chat in which it is sent to the bot. */
  telegramCode: endpoint({
    method: 'POST',
    path: '/api/telegram/code',
    caller: 'member',
    failure: 'Failed to create a Telegram code',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: z.object({
      code: z.string(),
      url: urlSchema(),
      expiresAt: z.iso.datetime(),
    }),
  }),
  /** Unlinks the Telegram chat and removes it from the channels. */
  unlinkTelegram: endpoint({
    method: 'DELETE',
    path: '/api/telegram',
    caller: 'member',
    failure: 'Failed to unlink Telegram',
    cache: NO_STORE,
    data: z.object({}),
  }),
};
