import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../endpoint';

/**
 * The change of a paper bot as the outbox sends it: of any content, which the server refuses where it is not one. The
 * service worker sends it too, and the schema of a configuration would be the heaviest thing in it.
 */
export const unreadBotChange = /* @__PURE__ */ endpoint({
  method: 'PATCH',
  path: '/api/bots/:id',
  caller: 'member',
  failure: 'Failed to save the bot',
  cache: NO_STORE,
  params: /* @__PURE__ */ z.strictObject({ id: /* @__PURE__ */ z.uuid('There is no such bot') }),
  body: /* @__PURE__ */ z.unknown(),
  data: /* @__PURE__ */ z.unknown(),
});
