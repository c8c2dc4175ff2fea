import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { isFresh } from '../../domain/auth/secondFactor';
import {
  beginFactor,
  confirmFactor,
  passFactor,
  readFactor,
  renewRecoveryCodes,
} from '../../platform/auth/secondFactor';
import type { ApiDeps } from '../core/deps';
import { HttpError } from '../core/reply';
import { actsAsStaff, type Member } from '../core/callers';
import { checkPassword, enforceLimits, type HandlersOf } from '../core/request';

/** Messages for staff whose session hasn't shown the second factor, or not recently. */
const WORDS = {
  missing: 'Please show your second factor. Reload the page if nothing asks for it.',
  stale: 'Please confirm this with your second factor',
} as const;

/** The refusal for staff whose session hasn't shown a second factor, or not recently. */
export const factorRefusal = (missing: keyof typeof WORDS, words: string = WORDS[missing]) =>
  new HttpError(403, words, { code: FACTOR_REFUSALS[missing] });

/**
 * Refuses staff who don't act as staff what carries signals by their role past the call.
 * @throws HttpError 403
 */
export function refuseUnproven(deps: ApiDeps, caller: Member): void {
  if (caller.record.staff && !actsAsStaff(deps, caller))
    throw factorRefusal('missing', 'Please open the console and show your second factor first');
}

const BAD_CODE = 'This code is wrong, already used or expired. Please enter the next one.';

const NOT_BEGUN = 'This took too long. Please begin again.';

const NONE = 'You have not set up a second factor yet';

type Names =
  | 'secondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'passSecondFactor'
  | 'renewRecoveryCodes';

/** The second factor of staff: setup, confirmation and recovery codes. */
export const secondFactorHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
  async secondFactor({ caller: { session } }) {
    return { data: await readFactor(deps.firestore, session.uid) };
  },

  async beginSecondFactor({ body: { currentPassword }, caller }) {
    const { session, record, factor } = caller;
    const now = deps.clock();
    const { confirmedAt } = await readFactor(deps.firestore, session.uid);
    if (confirmedAt !== null && !isFresh(factor, now)) throw factorRefusal('stale');
    await checkPassword(deps, session.uid, currentPassword);
    const owner = { uid: session.uid, label: record.email, issuer: deps.issuer };
    return { data: await beginFactor(deps, owner, now) };
  },

  async confirmSecondFactor({ body: { code }, caller }) {
    const { session, record, factor } = caller;
    const now = deps.clock();
    const giveBack = await enforceLimits(deps.limiter, ['factorTriesOfMember', session.uid]);
    const fresh = isFresh(factor, now);
    const confirmed = await confirmFactor(deps, { session, code, now }, { record, fresh });
    if (confirmed === 'unasked') throw new HttpError(409, NOT_BEGUN);
    if (confirmed === 'stale') throw factorRefusal('stale');
    if (confirmed === 'wrong') throw new HttpError(400, BAD_CODE);
    await giveBack();
    return { data: { recoveryCodes: confirmed.recoveryCodes } };
  },

  async passSecondFactor({ body: { code }, caller: { session } }) {
    const giveBack = await enforceLimits(deps.limiter, ['factorTriesOfMember', session.uid]);
    const data = await passFactor(deps, { session, code, now: deps.clock() });
    if (!data) throw new HttpError(400, BAD_CODE);
    await giveBack();
    return { data };
  },

  async renewRecoveryCodes({ caller: { session } }) {
    const recoveryCodes = await renewRecoveryCodes(deps, session, deps.clock());
    if (!recoveryCodes) throw new HttpError(409, NONE);
    return { data: { recoveryCodes } };
  },
});
