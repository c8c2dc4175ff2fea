import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { isFactorFresh } from '../../domain/auth/secondFactor';
import {
  beginFactor,
  confirmFactor,
  passFactor,
  readFactor,
  renewRecoveryCodes,
} from '../../platform/auth/secondFactor';
import type { ApiDeps } from '../core/deps';
import { HttpError } from '../core/reply';
import { hasStaffRights, type Member } from '../core/callers';
import { checkPassword, enforceLimits, type EndpointHandlers } from '../core/request';

const REFUSAL_MESSAGES = {
  missing: 'Please enter your second factor. If you aren’t asked for it, reload the page.',
  stale: 'Please confirm this with your second factor',
} as const;

export const createFactorRefusal = (
  missing: keyof typeof REFUSAL_MESSAGES,
  message: string = REFUSAL_MESSAGES[missing],
) => new HttpError(403, message, { code: FACTOR_REFUSALS[missing] });

/**
 * Guards calls that later deliver signals to staff by their role, such as a push subscription.
 * @throws HttpError 403 for staff whose session hasn't shown a second factor
 */
export function requireStaffFactor(deps: ApiDeps, caller: Member): void {
  if (caller.record.staff && !hasStaffRights(deps, caller))
    throw createFactorRefusal(
      'missing',
      'Please open the console and enter your second factor first',
    );
}

const BAD_CODE = 'This code is wrong, already used or expired. Please enter the next one.';

const SETUP_EXPIRED = 'The setup has expired. Please start over.';

const NO_FACTOR = 'You have not set up a second factor yet';

type SecondFactorEndpoints =
  | 'secondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'verifySecondFactor'
  | 'renewRecoveryCodes';

export const createSecondFactorHandlers = (
  deps: ApiDeps,
): EndpointHandlers<SecondFactorEndpoints> => ({
  async secondFactor({ caller: { session } }) {
    return { data: await readFactor(deps.firestore, session.uid) };
  },

  async beginSecondFactor({ body: { currentPassword }, caller }) {
    const { session, record, factor } = caller;
    const now = deps.clock();
    const { confirmedAt } = await readFactor(deps.firestore, session.uid);
    if (confirmedAt !== null && !isFactorFresh(factor, now)) throw createFactorRefusal('stale');
    await checkPassword(deps, session.uid, currentPassword);
    const labels = { label: record.email, issuer: deps.issuer };
    return { data: await beginFactor(deps, session, labels, now) };
  },

  async confirmSecondFactor({ body: { code }, caller }) {
    const { session, record, factor } = caller;
    const now = deps.clock();
    const refund = await enforceLimits(deps.limiter, ['memberFactorTries', session.uid]);
    const isFresh = isFactorFresh(factor, now);
    const result = await confirmFactor(deps, { session, code, now }, { record, fresh: isFresh });
    if (result === 'expired') throw new HttpError(409, SETUP_EXPIRED);
    if (result === 'stale') throw createFactorRefusal('stale');
    if (result === 'wrong') throw new HttpError(400, BAD_CODE);
    await refund();
    return { data: { recoveryCodes: result.recoveryCodes } };
  },

  async verifySecondFactor({ body: { code }, caller: { session } }) {
    const refund = await enforceLimits(deps.limiter, ['memberFactorTries', session.uid]);
    const data = await passFactor(deps, { session, code, now: deps.clock() });
    if (!data) throw new HttpError(400, BAD_CODE);
    await refund();
    return { data };
  },

  async renewRecoveryCodes({ caller: { session } }) {
    const recoveryCodes = await renewRecoveryCodes(deps, session, deps.clock());
    if (!recoveryCodes) throw new HttpError(409, NO_FACTOR);
    return { data: { recoveryCodes } };
  },
});
