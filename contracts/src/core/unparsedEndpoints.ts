import * as z from 'zod/mini';
import { endpoint, NO_STORE } from './endpoint';

/** Endpoints without schemas, so the service worker needn't bundle them: the server validates, the page parses. */

export const unparsedBotChange = /* @__PURE__ */ endpoint({
  method: 'PATCH',
  path: '/api/bots/:id',
  caller: 'member',
  idempotent: 'optional',
  failure: 'Failed to save the bot',
  cache: NO_STORE,
  params: /* @__PURE__ */ z.strictObject({ id: /* @__PURE__ */ z.uuid('There is no such bot') }),
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

export const unparsedJournalWrite = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/journal',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to save your journal',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.object({ writes: /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()) }),
  data: /* @__PURE__ */ z.object({ entries: /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()) }),
});

export const unparsedLearningWrite = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/learning',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to save your progress',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

export const unparsedNetworkAction = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/network',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to post',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

export const unparsedPicture = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/pictures',
  caller: 'member',
  idempotent: true,
  failure: 'The picture could not be sent. Please try again.',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

export const unparsedChatAction = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/essential/chat',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to send the message',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

export const unparsedLiveAction = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/live',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to send the question',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});
