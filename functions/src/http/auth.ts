import {
  CONFIRMATION_CODE_LENGTH,
  CONFIRMATION_CODE_MS,
  isLocked,
  RESET_TOKEN_LENGTH,
  RESET_TOKEN_MS,
  type SessionData,
  toUser,
} from '@quantalgo/contracts';
import type { WriteBatch } from 'firebase-admin/firestore';
import { issued, secretCode } from '../domain/codes';
import { type MailOrder, queueMail } from '../platform/core/outbox';
import { draw } from '../platform/core/secrets';
import { replacePassword, reserveAddress, uidOfAddress } from '../platform/members/authAccounts';
import { redeemDashboardCode } from '../platform/members/dashboardCodes';
import {
  claimReset,
  claimTransfer,
  guardedFields,
  issueTransfer,
  readReset,
  tryCode,
  writeReset,
} from '../platform/members/oneTimeCodes';
import {
  addressKey,
  completeRegistration,
  confirmationRef,
  readRegistration,
  writeRegistration,
} from '../platform/members/registrations';
import { endSession } from '../platform/members/sessions';
import { MemberGone, readUser, startLock } from '../platform/members/users';
import type { ApiDeps } from './deps';
import { HttpError } from './reply';
import { enforceLimits, type HandlersOf, type Member } from './request';

/** One answer for an unknown address, a wrong password and a closed account: nobody learns which it was. */
const wrongCredentials = () => new HttpError(401, 'Email or password is incorrect');

/** Sessions: log in, log out, who am I. */
export const authHandlers = ({
  auth,
  clock,
  firestore,
  limiter,
  signIn,
}: ApiDeps): HandlersOf<'login' | 'logout' | 'me'> => ({
  async login({ body: { email, password }, origin }) {
    // Counted before the password is looked at, so that guesses made at once all count; a success is taken back.
    const succeed = await enforceLimits(
      limiter,
      ['loginsOfOrigin', origin],
      ['loginsOfAccount', email],
    );
    const signedIn = await signIn(email, password);
    if (!signedIn) throw wrongCredentials();
    const { uid, token } = signedIn;
    // Without claims: those of a custom token would shadow what is granted later.
    const [record, customToken] = await Promise.all([
      readUser(firestore, uid),
      auth.createCustomToken(uid),
    ]);
    if (!record) throw wrongCredentials();
    await succeed();
    return { data: { token, customToken, user: toUser(uid, record) } };
  },

  async logout({ caller: { session } }) {
    await endSession(firestore, session, clock());
    return { data: {}, message: 'You are logged out' };
  },

  async me({ caller: { session, record } }) {
    const started =
      record.lockExpiresAt === null && isLocked(record)
        ? await startLock(firestore, session.uid, clock())
        : record;
    return { data: toUser(session.uid, started ?? record) };
  },
});

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
    await enforceLimits(limiter, ['registrationsOfOrigin', origin], ['mailsToAddress', email]);
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
    await enforceLimits(limiter, ['confirmsOfOrigin', origin]);
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
    await enforceLimits(deps.limiter, ['mailsToAddress', to]);
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

const invalidResetToken = () => new HttpError(400, 'Invalid or expired reset token');

/** Tells the owner of an account that its password is another one. */
async function mailPasswordNotice(
  deps: ApiDeps,
  uid: string,
  email: string,
  now: number,
): Promise<void> {
  const record = await readUser(deps.firestore, uid);
  const { fullName = email, zone = 'wat' } = record ?? {};
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  const batch = deps.firestore.batch();
  queueMail(deps, batch, { template: 'passwordChanged', to: email, parameters }, now);
  await batch.commit();
}

/** Forgotten passwords. The address of the mail alone tells whether there is an account. */
export const passwordsHandlers = (
  deps: ApiDeps,
): HandlersOf<'forgotPassword' | 'verifyResetToken' | 'resetPassword'> => ({
  async forgotPassword({ body: { email }, origin }) {
    const { auth, clock, firestore, limiter, secrets } = deps;
    await enforceLimits(limiter, ['forgotsOfOrigin', origin], ['mailsToAddress', email]);
    const now = clock();
    const uid = await uidOfAddress(auth, email);
    const record = await readUser(firestore, uid);
    const token = secretCode(RESET_TOKEN_LENGTH, draw);
    const batch = firestore.batch();
    writeReset(deps, batch, addressKey(secrets, email), { uid, email, token }, now);
    const order: MailOrder = record
      ? {
          template: 'passwordReset',
          to: email,
          parameters: { fullName: record.fullName },
          secrets: { token },
          validUntil: now + RESET_TOKEN_MS,
        }
      : { template: 'noAccount', to: email, parameters: {} };
    queueMail(deps, batch, order, now);
    await batch.commit();
    return { data: {}, message: 'If that address has an account, a reset link is on its way' };
  },

  async verifyResetToken({ body: { token }, origin }) {
    const giveBack = await enforceLimits(deps.limiter, ['resetsOfOrigin', origin]);
    const reset = await readReset(deps, token, deps.clock());
    if (!reset) throw invalidResetToken();
    await giveBack();
    return { data: { email: reset.email } };
  },

  async resetPassword({ body: { token, newPassword }, origin }) {
    const { auth, clock, limiter } = deps;
    const giveBack = await enforceLimits(limiter, ['resetsOfOrigin', origin]);
    const now = clock();
    const reset = await claimReset(deps, token, now);
    if (!reset) throw invalidResetToken();
    const { uid, email } = reset;
    await replacePassword(auth, uid, newPassword);
    await Promise.all([
      giveBack(),
      limiter.clear('loginsOfAccount', email),
      mailPasswordNotice(deps, uid, email, now),
    ]);
    return { data: {}, message: 'Password Reset Successful!' };
  },
});

/** A session on its way from a browser into the installed app, which has a store of its own. */
export const transferHandlers = (
  deps: ApiDeps,
): HandlersOf<'transferCode' | 'redeemTransferCode'> => ({
  async transferCode({ caller: { session } }) {
    const { clock, limiter } = deps;
    await enforceLimits(limiter, ['transfersOfMember', session.uid]);
    const { code, expiresAt } = await issueTransfer(deps, session.uid, clock());
    return {
      data: { code: code.toUpperCase(), expiresAt: new Date(expiresAt).toISOString() },
    };
  },

  async redeemTransferCode({ body: { code }, origin }) {
    const giveBack = await enforceLimits(deps.limiter, ['transfersOfOrigin', origin]);
    const uid = await claimTransfer(deps, code, deps.clock());
    const data = uid === null ? null : await openSession(deps, uid);
    if (!data) throw new HttpError(400, 'Invalid or expired transfer code');
    await giveBack();
    return { data };
  },
});

/**
 * Opens a session of a member without their password.
 * @returns null where there is no such member
 */
async function openSession(
  { auth, firestore, signInWithToken }: ApiDeps,
  uid: string,
): Promise<SessionData | null> {
  const record = await readUser(firestore, uid);
  if (!record) return null;
  // Without claims: those of a custom token would shadow what is granted later.
  const customToken = await auth.createCustomToken(uid);
  return { token: await signInWithToken(customToken), customToken, user: toUser(uid, record) };
}

/**
 * Opens the session anew of a member all of whose sessions were just ended.
 * @throws MemberGone
 */
export async function reopenSession(deps: ApiDeps, uid: string): Promise<SessionData> {
  const data = await openSession(deps, uid);
  if (!data) throw new MemberGone(`There is no member ${uid} any more`);
  return data;
}
