import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../endpoint';
import { botChangeSchema, botsSchema } from '../paper/bot';

/** The paper bots of a member. */
export const botsEndpoints = {
  bots: endpoint({
    method: 'GET',
    path: '/api/bots',
    caller: 'member',
    failure: 'Failed to get your bots',
    cache: NO_STORE,
    data: botsSchema,
  }),
  changeBot: endpoint({
    method: 'PATCH',
    path: '/api/bots/:id',
    caller: 'member',
    failure: 'Failed to save the bot',
    cache: NO_STORE,
    params: z.strictObject({ id: z.uuid('There is no such bot') }),
    body: botChangeSchema,
    data: botsSchema,
  }),
} as const;
