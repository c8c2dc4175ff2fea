import { endpoint, NO_STORE } from '../endpoint';
import { botChangeSchema, botsSchema } from '../paper/bot';
import { unreadBotChange } from './unread';

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
  changeBot: endpoint({ ...unreadBotChange, body: botChangeSchema, data: botsSchema }),
} as const;
