import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { currentPasswordSchema } from '../core/validation';

/** One for each tier that receives signals. */
export const TELEGRAM_CHANNELS = ['starter', 'essential'] as const;

/** For codes that link a chat. */
export const TELEGRAM_CODE_MS = 10 * 60_000;

export const telegramLinkSchema = z.object({
  /** Address of the bot; null on a site without one. */
  bot: z.nullable(z.url()),
  /** Null if no chat is linked. */
  linkedAt: z.nullable(z.iso.datetime()),
  /** The channel that the member may join; null while the dashboard is locked. */
  channel: z.nullable(z.enum(TELEGRAM_CHANNELS)),
});

export type TelegramLink = z.infer<typeof telegramLinkSchema>;

/** Telegram's own calls aren't listed: they have no envelope and no session. */
export const telegramEndpoints = {
  telegramLink: endpoint({
    method: 'GET',
    path: '/api/telegram',
    caller: 'member',
    failure: 'Failed to get the link to Telegram',
    cache: NO_STORE,
    data: telegramLinkSchema,
  }),
  telegramCode: endpoint({
    method: 'POST',
    path: '/api/telegram/code',
    caller: 'member',
    failure: 'Failed to make a code for Telegram',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: z.object({
      code: z.string(),
      /** Opens the bot with the code. */
      url: z.url(),
      expiresAt: z.iso.datetime(),
    }),
  }),
  unlinkTelegram: endpoint({
    method: 'DELETE',
    path: '/api/telegram',
    caller: 'member',
    failure: 'Failed to unlink Telegram',
    cache: NO_STORE,
    data: z.object({}),
  }),
};
