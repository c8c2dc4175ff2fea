import { endpoint, NO_STORE } from '../core/endpoint';
import { botChangeSchema, botsSchema } from './bot';
import { unparsedBotChange } from '../core/unparsedEndpoints';

export const botsEndpoints = {
  /** The paper bots of the member, oldest first. */
  bots: endpoint({
    method: 'GET',
    path: '/api/bots',
    caller: 'member',
    failure: 'Failed to get your bots',
    cache: NO_STORE,
    data: botsSchema,
  }),
  /** Adds or changes one paper bot of the member; null removes it. */
  changeBot: endpoint({ ...unparsedBotChange, body: botChangeSchema, data: botsSchema }),
} as const;
