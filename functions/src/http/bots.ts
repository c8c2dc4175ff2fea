import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { createIdempotentCall } from '../platform/core/idempotency';
import { changeBot, readBots } from '../platform/bots/bots';
import { requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

export const createBotsHandlers = (deps: ApiDeps): EndpointHandlers<'bots' | 'changeBot'> => ({
  async bots({ caller }) {
    requireFeature(deps, caller, 'bot-access');
    return { data: await readBots(deps.firestore, caller.session.uid) };
  },

  async changeBot({ params: { id }, body: { configuration }, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'bot-access');
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['memberBots', uid]);
    const call = createIdempotentCall(uid, key, 'changeBot', id, configuration);
    const data = await changeBot(deps.firestore, { uid, id, configuration, call }, deps.clock());
    if (!data)
      throw new HttpError(409, `You have ${MAX_BOTS} bots. Remove one before adding another.`);
    return { data };
  },
});
