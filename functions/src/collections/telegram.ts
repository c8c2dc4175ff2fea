import { DAY_MS, firestoreTimeSchema, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { TELEGRAM_CHANNELS, TELEGRAM_CODE_TTL_MS } from '@quantalgo/contracts/telegram/endpoints';
import * as z from 'zod/mini';
import { formatRetention } from '../retention';
import {
  API,
  type Collections,
  dueIn,
  expiresAfter,
  MEMBERLESS,
  ownedByMember,
  retainedText,
  seenAfter,
} from './collection';
import { telegramPostDocument } from '../domain/telegram/posts';

export const telegramChatDocument = z.object({
  // Null once unlinked, until the person has left the channels.
  uid: z.nullable(z.string()),
  linkedAt: firestoreTimeSchema,
  channel: z.nullable(z.enum(TELEGRAM_CHANNELS)),
  dueAt: firestoreTimeSchema,
  // Set unless the chat itself requested the unlinking. Its person is notified once they have left
  // the channels.
  farewell: z.exactOptional(z.literal(true)),
  // Set for unlinked chats, which would otherwise remain if the bot was removed.
  expireAt: z.exactOptional(firestoreTimeSchema),
});

export const telegramCodeDocument = z.object({
  uid: z.string(),
  // The requesting session, which must be open when the code is used.
  sid: z.string(),
  validUntil: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

export const TELEGRAM = {
  telegramPosts: {
    id: '{slot}-{channel}',
    holds: 'a signal’s post in a Telegram channel',
    schema: telegramPostDocument,
    waiting: [
      {
        ...dueIn('Post on Telegram', 'reconcileTelegram', seenAfter(10 * MINUTE_MS), [
          'waiting',
          'posting',
          'posted',
          'editing',
        ]),
        fields: ['heldUntil'],
      },
    ],
    ...MEMBERLESS,
    ...expiresAfter(7 * DAY_MS),
    queries: ['dueAt asc', 'createdAt desc'],
    writers: 'postSignal, reconcileTelegram',
  },
  telegramChats: {
    id: '{person}',
    holds: 'the owner of a Telegram chat, and the channel it was invited to',
    schema: telegramChatDocument,
    wayIn: 'chat unlinked',
    waiting: [
      dueIn('A member’s Telegram channels', 'reconcileTelegram', seenAfter(30 * MINUTE_MS), []),
    ],
    strict: true,
    ...ownedByMember({ as: 'telegramChats' }),
    ...expiresAfter(
      7 * DAY_MS,
      (period) =>
        `until unlinked or deleted, then until the person leaves the channels (${period} at most)`,
    ),
    queries: ['dueAt asc'],
    served: 'own via the API',
    writers: 'api, syncAccessClaims, syncChannelMembership, reconcileTelegram',
  },
  telegramCodes: {
    id: '{digest}',
    holds: 'the member whose chat a code links',
    schema: telegramCodeDocument,
    wayIn: 'deleted by uid',
    waiting: 'none',
    strict: true,
    ...ownedByMember(retainedText('a code that links a Telegram chat')),
    kept: formatRetention(TELEGRAM_CODE_TTL_MS),
    expires: true,
    ...API,
  },
} as const satisfies Collections;
