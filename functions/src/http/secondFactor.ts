import { FACTOR_REFUSALS } from '@quantalgo/contracts';
import { isFresh } from '../domain/secondFactor';
import { queueMail } from '../platform/core/outbox';
import {
  beginFactor,
  confirmFactor,
  passFactor,
  readFactor,
  renewRecoveryCodes,
} from '../platform/members/secondFactor';
import type { ApiDeps } from './deps';
import { HttpError } from './reply';
import { checkPassword, enforceLimits, type HandlersOf, type Member } from './request';

/** What staff are told of who have not shown their second factor, or not of late. */
const WORDS = {
  missing: 'Staff need a second factor for this. Please reload the page.',
  stale: 'Please confirm this with your second factor',
} as const;

/** The refusal of staff whose session showed no second factor, or not of late. */
export const factorRefusal = (missing: keyof typeof WORDS): HttpError =>
  new HttpError(403, WORDS[missing], { code: FACTOR_REFUSALS[missing] });

const BAD_CODE = 'This code is wrong, was used before, or is over. Please enter the next one.';

const NOT_BEGUN = 'This took too long. Please begin again.';

const NONE = 'You have not set a second factor up yet';

/** Tells one of staff that their second factor is another one from now on. */
async function mailNotice(deps: ApiDeps, { record }: Member, now: number): Promise<void> {
  const { fullName, zone, email: to } = record;
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  const batch = deps.firestore.batch();
  queueMail(deps, batch, { template: 'secondFactorSet', to, parameters }, now);
  await batch.commit();
}

type Names =
  | 'secondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'passSecondFactor'
  | 'renewRecoveryCodes';

/** The second factor of staff: set up, shown, and its recovery codes. */
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
    const { session, factor } = caller;
    const now = deps.clock();
    const giveBack = await enforceLimits(deps.limiter, ['factorTriesOfMember', session.uid]);
    const confirmed = await confirmFactor(deps, { session, code, now }, isFresh(factor, now));
    if (confirmed === 'unasked') throw new HttpError(409, NOT_BEGUN);
    if (confirmed === 'stale') throw factorRefusal('stale');
    if (confirmed === 'wrong') throw new HttpError(400, BAD_CODE);
    await Promise.all([giveBack(), mailNotice(deps, caller, now)]);
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
