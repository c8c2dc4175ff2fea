import { endpoint, NO_STORE } from '../core/endpoint';
import { botChangeSchema, botsSchema } from './bot';
import { unparsedBotChange } from '../core/unparsedEndpoints';

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
