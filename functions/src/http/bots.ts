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

  async changeBot({ params: { id }, body: change, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'bot-access');
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['memberBots', uid]);
    const call = createIdempotentCall(uid, key, 'changeBot', id, change);
    const result = await changeBot(deps.firestore, { uid, id, change, call }, deps.clock());
    if (result.type === 'refused') throw new HttpError(409, result.reason);
    return { data: result.bots };
  },
});
