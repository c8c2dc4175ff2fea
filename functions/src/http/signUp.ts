import { CONFIRMATION_CODE_LENGTH, CONFIRMATION_CODE_MS } from '@quantalgo/contracts';
import type { WriteBatch } from 'firebase-admin/firestore';
import { issued, secretCode } from '../domain/codes';
import { redeemDashboardCode } from '../platform/members/dashboardCodes';
import { reserveAddress, uidOfAddress } from '../platform/members/authAccounts';
import { guardedFields, tryCode } from '../platform/members/oneTimeCodes';
import { queueMail, type MailOrder } from '../platform/core/outbox';
import { draw } from '../platform/core/secrets';
import {
  addressKey,
  completeRegistration,
  confirmationRef,
  readRegistration,
  writeRegistration,
} from '../platform/members/registrations';
import { readUser } from '../platform/members/users';
import { admit } from './admit';
import type { Member } from './authenticate';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';
import { openSession } from './openSession';

const CODE_SENT = 'We sent a confirmation code to your email';
const CONFIRMED = 'Account confirmed successfully! Redirecting to trader ID setup...';
const BAD_CODE = 'Invalid or expired confirmation code';
const BAD_DASHBOARD_CODE = 'Invalid or expired dashboard code';

const digestOf = ({ secrets }: ApiDeps, key: string, code: string) =>
  secrets.digest(`confirmation code of ${key}`, code);

/** Issues a new confirmation code in a batch; the one before it is void. */
function issueCode(deps: ApiDeps, batch: WriteBatch, key: string, now: number): string {
  const code = secretCode(CONFIRMATION_CODE_LENGTH, draw);
  const state = issued(digestOf(deps, key, code), now, CONFIRMATION_CODE_MS);
  batch.set(confirmationRef(deps.firestore, key), guardedFields(state));
  return code;
}

const codeMail = (email: string, fullName: string, code: string, now: number): MailOrder => ({
  template: 'confirmation',
  to: email,
  parameters: { fullName, email },
  secrets: { code },
  validUntil: now + CONFIRMATION_CODE_MS,
});

/** Mails a new code to who registered, and to everybody else why they get none. */
async function resendCode(deps: ApiDeps, email: string): Promise<void> {
  const { auth, clock, firestore, secrets } = deps;
  const now = clock();
  const key = addressKey(secrets, email);
  const record = await readUser(firestore, await uidOfAddress(auth, email));
  const registration = await readRegistration(firestore, key, now);
  const batch = firestore.batch();
  const code = issueCode(deps, batch, key, now);
  const others: MailOrder = record
    ? { template: 'accountExists', to: email, parameters: { fullName: record.fullName } }
    : { template: 'noAccount', to: email, parameters: {} };
  const order =
    registration && !record ? codeMail(email, registration.fullName, code, now) : others;
  queueMail(deps, batch, order, now);
  await batch.commit();
}

async function mailActivationSteps(deps: ApiDeps, { record }: Member): Promise<void> {
  const { email, fullName, admissionCode } = record;
  const batch = deps.firestore.batch();
  const parameters = { fullName, admissionCode };
  queueMail(deps, batch, { template: 'activationSteps', to: email, parameters }, deps.clock());
  await batch.commit();
}

/** From a visitor to a member, and from a member to an unlocked one. Known addresses are answered as unknown ones. */
export const signUpHandlers = (
  deps: ApiDeps,
): HandlersOf<'register' | 'confirmCode' | 'sendActivationEmail' | 'validateDashboardCode'> => ({
  async register({ body, origin }) {
    const { auth, clock, firestore, limiter, secrets } = deps;
    const { email } = body;
    await admit(limiter, ['registrationsOfOrigin', origin], ['mailsToAddress', email]);
    const now = clock();
    const key = addressKey(secrets, email);
    const uid = await reserveAddress(auth, email);
    const record = await readUser(firestore, uid);
    const batch = firestore.batch();
    writeRegistration(deps, batch, key, { ...body, uid }, now);
    const code = issueCode(deps, batch, key, now);
    const order: MailOrder = record
      ? { template: 'accountExists', to: email, parameters: { fullName: record.fullName } }
      : codeMail(email, body.fullName, code, now);
    queueMail(deps, batch, order, now);
    await batch.commit();
    return { data: {}, message: CODE_SENT };
  },

  async confirmCode({ body: { email, confirmationCode }, origin }) {
    const { clock, firestore, limiter, secrets } = deps;
    await admit(limiter, ['confirmsOfOrigin', origin]);
    const now = clock();
    const key = addressKey(secrets, email);
    const digest = digestOf(deps, key, confirmationCode);
    const attempt = { digest, now, validMs: CONFIRMATION_CODE_MS };
    const verdict = await tryCode(firestore, confirmationRef(firestore, key), attempt);
    if (verdict === 'exhausted')
      throw new HttpError(400, `${BAD_CODE}. Please ask for a new code.`);
    const uid = verdict === 'right' ? await completeRegistration(deps, key, now) : null;
    const data = uid === null ? null : await openSession(deps, uid);
    if (!data) throw new HttpError(400, BAD_CODE);
    return { data, message: CONFIRMED };
  },

  async sendActivationEmail({ body: { email }, caller }) {
    const to = email ?? caller?.record.email;
    if (to === undefined) throw new HttpError(401, 'Please log in');
    await admit(deps.limiter, ['mailsToAddress', to]);
    if (email !== undefined) {
      await resendCode(deps, email);
      return { data: {}, message: CODE_SENT };
    }
    if (caller) await mailActivationSteps(deps, caller);
    return { data: {}, message: 'We sent the activation steps to your email' };
  },

  async validateDashboardCode({ body: { dashboardCode }, caller }) {
    const { uid } = caller.session;
    const attempt = { uid, code: dashboardCode, now: deps.clock() };
    const verdict = await redeemDashboardCode(deps, attempt);
    if (verdict === 'exhausted')
      throw new HttpError(400, `${BAD_DASHBOARD_CODE}. Please ask our support for a new one.`);
    if (verdict === 'wrong') throw new HttpError(400, BAD_DASHBOARD_CODE);
    return { data: { dashboardUnlocked: true }, message: 'Your dashboard is unlocked' };
  },
});
