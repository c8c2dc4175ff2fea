import { canUseFeature } from '@quantalgo/contracts/access/access';
import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { createIdempotentCall } from '../platform/core/idempotency';
import { changeBot, readBots } from '../platform/bots/bots';
import { hasStaffRights, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

/** @throws HttpError 403 while the bot's screen is locked for the member */
function requireBotAccess(deps: ApiDeps, caller: Member): void {
  if (canUseFeature('bot-access', { ...caller.record, staff: hasStaffRights(deps, caller) }))
    return;
  throw new HttpError(403, 'Your dashboard is locked. Link a funded broker account to unlock it.');
}

export const createBotsHandlers = (deps: ApiDeps): EndpointHandlers<'bots' | 'changeBot'> => ({
  async bots({ caller }) {
    requireBotAccess(deps, caller);
    return { data: await readBots(deps.firestore, caller.session.uid) };
  },

  async changeBot({ params: { id }, body: { configuration }, caller, idempotencyKey: key }) {
    requireBotAccess(deps, caller);
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['botsOfMember', uid]);
    const call = createIdempotentCall(uid, key, 'changeBot', id, configuration);
    const data = await changeBot(deps.firestore, { uid, id, configuration, call }, deps.clock());
    if (!data)
      throw new HttpError(409, `You have ${MAX_BOTS} bots. Remove one before adding another.`);
    return { data };
  },
});
