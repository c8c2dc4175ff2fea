import { endpoint, NO_STORE } from '../endpoint';
import { botChangeSchema, botsSchema } from '../paper/bot';
import { unparsedBotChange } from './unparsed';

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
  changeBot: endpoint({ ...unparsedBotChange, body: botChangeSchema, data: botsSchema }),
} as const;
