import { claimTransfer, issueTransfer } from '../platform/members/oneTimeCodes';
import { admit } from './admit';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';
import { openSession } from './openSession';

/** A session on its way from a browser into the installed app, which has a store of its own. */
export const transferHandlers = (
  deps: ApiDeps,
): HandlersOf<'transferCode' | 'redeemTransferCode'> => ({
  async transferCode({ caller: { session } }) {
    const { clock, limiter } = deps;
    await admit(limiter, ['transfersOfMember', session.uid]);
    const { code, expiresAt } = await issueTransfer(deps, session.uid, clock());
    return {
      data: { code: code.toUpperCase(), expiresAt: new Date(expiresAt).toISOString() },
    };
  },

  async redeemTransferCode({ body: { code }, origin }) {
    const giveBack = await admit(deps.limiter, ['transfersOfOrigin', origin]);
    const uid = await claimTransfer(deps, code, deps.clock());
    const data = uid === null ? null : await openSession(deps, uid);
    if (!data) throw new HttpError(400, 'Invalid or expired transfer code');
    await giveBack();
    return { data };
  },
});
