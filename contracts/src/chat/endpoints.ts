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
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      figures: chatFiguresSchema,
      me: roomRestrictionsSchema,
      board: z.nullable(pinBoardSchema),
      /** Changes since `after`, or the newest messages if there are too many or the caller has none. */
      messages: z.array(postSchema),
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
      before: sentTime('before must be a time'),
    }),
    data: z.array(postSchema),
  }),
  actInChat: endpoint({
    ...unparsedChatAct,
    body: chatActSchema,
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
