import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { chatActionSchema, chatFiguresSchema } from './chat';
import { pinBoardSchema } from './pinnedNotes';
import { postSchema, roomRestrictionsSchema } from '../network/post';
import { timeField } from '../core/time';
import { unparsedChatAction } from '../core/unparsedEndpoints';

export const chatEndpoints = {
  /**
   * Counts the caller as online. Returns the Essential Room’s figures, the caller’s restrictions,
   * and the messages that changed.
   */
  chatUpdates: endpoint({
    method: 'POST',
    path: '/api/essential/look',
    caller: 'member',
    failure: 'Failed to load the Essential Room',
    cache: NO_STORE,
    body: z.strictObject({
      after: z.nullable(timeField('after must be a time')),
    }),
    data: z.object({
      figures: chatFiguresSchema,
      me: roomRestrictionsSchema,
      board: z.nullable(pinBoardSchema),
      /**
       * Changes since `after`. If `after` is null or too many messages changed, the newest
       * messages.
       */
      messages: z.array(postSchema),
      held: z.array(postSchema),
    }),
  }),
  /** A page of Essential Room messages older than `before`, newest first. */
  chatHistory: endpoint({
    method: 'POST',
    path: '/api/essential/history',
    caller: 'member',
    failure: 'Failed to get earlier messages',
    cache: NO_STORE,
    body: z.strictObject({
      before: timeField('before must be a time'),
    }),
    data: z.array(postSchema),
  }),
  /** Writes, deletes or reports a message. The idempotency key is the id of a new message. */
  sendChatAction: endpoint({
    ...unparsedChatAction,
    body: chatActionSchema,
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
