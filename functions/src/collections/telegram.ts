import { telegramPostDocument } from '../telegramDocuments';
import { type Collections, TO_NOBODY } from './collection';

/** The channels on Telegram. */
export const TELEGRAM = {
  telegramPosts: {
    id: '{slot}-{channel}',
    holds: 'a signal’s post in a channel on Telegram',
    schema: telegramPostDocument,
    ...TO_NOBODY,
    kept: '7 days',
    expires: true,
    queries: ['dueAt asc'],
    writers: 'postSignal, mendTelegram',
  },
} as const satisfies Collections;
