import * as z from 'zod/mini';
import { endpoint, NO_STORE } from './endpoint';

/**
 * Calls as the outbox sends them: of any content, which the server refuses where it can't read it, and with any answer,
 * which the page parses that keeps it. The service worker sends them too, and their schemas would be the heaviest thing
 * in it.
 */

/** The change of a paper bot. */
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

/** Writes of the journal. */
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

/** What a member did in a lesson. */
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

/** An act in the Trader's Network. */
export const unparsedNetworkAct = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/network',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to post',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

/** A picture that was uploaded. */
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

/** An act in the Essential Room's chat. */
export const unparsedChatAct = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/essential/chat',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to send the message',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});

/** A member's act in a live session. */
export const unparsedLiveAct = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/live',
  caller: 'member',
  idempotent: true,
  failure: 'Failed to send the question',
  cache: NO_STORE,
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});
