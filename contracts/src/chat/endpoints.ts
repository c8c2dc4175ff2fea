import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { chatActSchema, chatFiguresSchema } from './chat';
import { pinBoardSchema } from './pinnedNotes';
import { postSchema, roomRestrictionsSchema } from '../network/post';
import { sentTime } from '../core/time';
import { unparsedChatAct } from '../core/unparsedEndpoints';

export const chatEndpoints = {
  chatUpdates: endpoint({
    method: 'POST',
    path: '/api/essential/look',
    caller: 'member',
    failure: 'Failed to get the Essential Room',
    cache: NO_STORE,
    body: z.strictObject({
      /** When the newest change that the caller has was made; null for none. */
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      figures: chatFiguresSchema,
      me: roomRestrictionsSchema,
      /** The notes above the chat; null before the first. */
      board: z.nullable(pinBoardSchema),
      /** Messages that changed since; the newest where the caller has none, or more changed than an answer holds. */
      messages: z.array(postSchema),
      /** The caller's own newest messages that moderators hold or refused. */
      held: z.array(postSchema),
    }),
  }),
  chatHistory: endpoint({
    method: 'POST',
    path: '/api/essential/history',
    caller: 'member',
    failure: 'Failed to get earlier messages',
    cache: NO_STORE,
    body: z.strictObject({
      /** When the oldest message that the caller has was written. */
      before: sentTime('before must be a time'),
    }),
    /** A page, newest first; a shorter one is the last. */
    data: z.array(postSchema),
  }),
  actInChat: endpoint({
    ...unparsedChatAct,
    body: chatActSchema,
    /** The message as it is now. */
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
