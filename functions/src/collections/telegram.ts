import { TELEGRAM_CODE_MS } from '@quantalgo/contracts';
import { lasting } from '../retention';
import * as documents from '../telegramDocuments';
import { API, type Collections, keptFor, ofMember, remembered, TO_NOBODY } from './collection';

/** The channels on Telegram. */
export const TELEGRAM = {
  telegramPosts: {
    id: '{slot}-{channel}',
    holds: 'a signal’s post in a channel on Telegram',
    schema: documents.telegramPostDocument,
    ...TO_NOBODY,
    ...keptFor('telegramPosts'),
    queries: ['dueAt asc', 'createdAt desc'],
    writers: 'postSignal, mendTelegram',
  },
  telegramChats: {
    id: '{person}',
    holds: 'whose chat on Telegram it is, and the channel that it was invited to',
    schema: documents.telegramChatDocument,
    strict: true,
    ...ofMember({ as: 'telegramChats' }),
    kept: 'until unlinked or deletion',
    queries: ['dueAt asc'],
    served: 'own by the api',
    writers: 'api, syncAccessClaims, keepMember, mendTelegram',
  },
  telegramCodes: {
    id: '{digest}',
    holds: 'whose chat a code links',
    schema: documents.telegramCodeDocument,
    strict: true,
    ...ofMember(remembered('a code that links a chat on Telegram')),
    kept: lasting(TELEGRAM_CODE_MS),
    expires: true,
    ...API,
  },
} as const satisfies Collections;
