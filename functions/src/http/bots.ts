import { createIdempotentCall } from '../platform/core/idempotency';
import { BotChangeRefusedError, changeBot, readBots } from '../platform/bots/bots';
import { requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

export const createBotsHandlers = (deps: ApiDeps): EndpointHandlers<'bots' | 'changeBot'> => ({
  async bots({ caller }) {
    requireFeature(deps, caller, 'bot-access');
    return { data: await readBots(deps.firestore, caller.session.uid) };
  },

  async changeBot({ params: { id }, body: change, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'bot-access');
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['memberBots', uid]);
    const call = createIdempotentCall(uid, key, 'changeBot', id, change);
    try {
      return { data: await changeBot(deps.firestore, { uid, id, change, call }, deps.clock()) };
    } catch (error) {
      if (error instanceof BotChangeRefusedError) throw new HttpError(409, error.message);
      throw error;
    }
  },
});
