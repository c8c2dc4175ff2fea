import * as z from 'zod/mini';
import { endpoint, NO_STORE } from './endpoint';

/**
 * Endpoints without schemas, so the service worker needn't bundle them: the server validates, the
 * page parses.
 */

export const unparsedBotChange = endpoint({
  method: 'PATCH',
  path: '/api/bots/:id',
  caller: 'member',
  idempotent: 'optional',
  failure: 'Failed to save the bot',
  cache: NO_STORE,
  params: z.strictObject({ id: z.uuid('Bot not found') }),
  body: z.unknown(),
  data: z.unknown(),
});

export const unparsedJournalWrite = endpoint({
  method: 'POST',
  path: '/api/journal',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to save your journal',
  cache: NO_STORE,
  body: z.object({ writes: z.array(z.unknown()) }),
  data: z.object({ entries: z.array(z.unknown()) }),
});

export const unparsedLearningWrite = endpoint({
  method: 'POST',
  path: '/api/learning',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to save your progress',
  cache: NO_STORE,
  body: z.unknown(),
  data: z.unknown(),
});

export const unparsedNetworkAction = endpoint({
  method: 'POST',
  path: '/api/network',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to post',
  cache: NO_STORE,
  body: z.unknown(),
  data: z.unknown(),
});

export const unparsedPicture = endpoint({
  method: 'POST',
  path: '/api/pictures',
  caller: 'member',
  idempotent: true,
  failure: 'The picture could not be sent. Please try again.',
  cache: NO_STORE,
  body: z.unknown(),
  data: z.unknown(),
});

export const unparsedChatAction = endpoint({
  method: 'POST',
  path: '/api/essential/chat',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to send the message',
  cache: NO_STORE,
  body: z.unknown(),
  data: z.unknown(),
});

export const unparsedLiveAction = endpoint({
  method: 'POST',
  path: '/api/live',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to send the question',
  cache: NO_STORE,
  body: z.unknown(),
  data: z.unknown(),
});
