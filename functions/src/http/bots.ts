import { MOST_BOTS, mayUse } from '@quantalgo/contracts';
import { changeBot, readBots } from '../platform/paper/bots';
import { actsAsStaff, type Member } from './callers';
import type { ApiDeps } from './deps';
import { HttpError } from './reply';
import { enforceLimits, type HandlersOf } from './request';

/** @throws HttpError 403 while the bot's screen is locked for the member */
function needBot(deps: ApiDeps, caller: Member): void {
  if (mayUse('bot-access', { ...caller.record, staff: actsAsStaff(deps, caller) })) return;
  throw new HttpError(403, 'Your dashboard is locked. Link a funded broker account to unlock it.');
}

/** The member's paper bots. */
export const botsHandlers = (deps: ApiDeps): HandlersOf<'bots' | 'changeBot'> => ({
  async bots({ caller }) {
    needBot(deps, caller);
    return { data: await readBots(deps.firestore, caller.session.uid) };
  },

  async changeBot({ params: { id }, body: { configuration }, caller }) {
    needBot(deps, caller);
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['botsOfMember', uid]);
    const data = await changeBot(deps.firestore, { uid, id, configuration }, deps.clock());
    if (!data)
      throw new HttpError(409, `You have ${MOST_BOTS} bots. Remove one before adding another.`);
    return { data };
  },
});
