import { endpoint, NO_STORE } from '../core/endpoint';
import { botChangeSchema, botsSchema } from './bot';
import { unparsedBotChange } from '../core/unparsedEndpoints';

export const botsEndpoints = {
  /** The member’s paper bots, oldest first. */
  bots: endpoint({
    method: 'GET',
    path: '/api/bots',
    caller: 'member',
    failure: 'Failed to get your bots',
    cache: NO_STORE,
    data: botsSchema,
  }),
  /**
   * Adds or changes one of the member’s paper bots, merging fields that other devices changed.
   * A null configuration removes it.
   */
  changeBot: endpoint({ ...unparsedBotChange, body: botChangeSchema, data: botsSchema }),
} as const;
