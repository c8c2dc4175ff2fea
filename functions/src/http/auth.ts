import {
  CONFIRMATION_CODE_LENGTH,
  CONFIRMATION_CODE_MS,
  isLocked,
  RESET_TOKEN_LENGTH,
  RESET_TOKEN_MS,
  type SessionData,
  toUser,
} from '@quantalgo/contracts';
import { randomBytes } from 'node:crypto';
import { secretCode } from '../domain/codes';
import { mailboxOf } from '../domain/limits';
import { isContention } from '../platform/core/documents';
import { readFlags } from '../platform/core/flags';
import { type MailOrder, queueMail, sealParameters } from '../platform/core/queues';
import { draw } from '../platform/core/secrets';
import { addressKey, uidOfAddress } from '../platform/members/addresses';
import { knowsDevice, provePassword, renewHash } from '../platform/members/credentials';
import { redeemDashboardCode } from '../platform/members/dashboardCodes';
import type { Replacement } from '../platform/members/endings';
import {
  issueTransfer,
  readReset,
  readTransfer,
  transferClaim,
  writeReset,
} from '../platform/members/oneTimeCodes';
import { mintSession, type NewSession, openSession } from '../platform/members/openings';
import { resetPassword } from '../platform/members/passwordChanges';
import {
  addCode,
  addRegistration,
  confirmRegistration,
  contest,
  type IssuedCode,
  registrationClaim,
  saltOf,
} from '../platform/members/registrations';
import { endByProof, endSession } from '../platform/members/sessions';
import { MemberGoneError, readUser, startLock } from '../platform/members/users';
import type { Member } from './callers';
import type { ApiDeps } from './deps';
import { HttpError, TooManyAttemptsError } from './reply';
import { checkPassword, enforceLimits, type HandlersOf, refuseBreached } from './request';

/**
 * The same answer for an unknown address, a wrong password and a blocked account, so that nobody learns which it was.
 */
const wrongCredentials = () => new HttpError(401, 'Email or password is incorrect');

const ofAddress = (email: string, origin: string) => `${email} ${origin}`;

const DEVICE_BYTES = 32;

/** The secret that a device sent, which serves all members who sign in there, or a new one. */
const deviceSecret = (given: string | null) =>
  given ?? randomBytes(DEVICE_BYTES).toString('base64url');

const deviceDigest = ({ secrets }: ApiDeps, uid: string, device: string) =>
  secrets.digest(`device of ${uid}`, device);

/** Opens a session and remembers its device. @returns null as `openSession` does */
async function openOnDevice(
  deps: ApiDeps,
  uid: string,
  given: string | null,
  proof: Pick<NewSession, 'proven' | 'claim'>,
): Promise<SessionData | null> {
  const device = deviceSecret(given);
  const opening = { ...proof, device: deviceDigest(deps, uid, device) };
  const data = await openSession(deps, uid, deps.clock(), opening);
  return data && { ...data, device };
}

/** The session of this device that replaces all of a member's, and the device's secret. */
export function replacementOn(deps: ApiDeps, uid: string, given: string | null) {
  const device = deviceSecret(given);
  const digest = deviceDigest(deps, uid, device);
  return {
    device,
    /** Mints it; its transaction opens it. */
    prepare: async (): Promise<Replacement> => ({
      minted: await mintSession(deps, uid),
      device: digest,
    }),
  };
}

interface Login {
  readonly email: string;
  /** The uid of the address, or `NO_ACCOUNT`. */
  readonly uid: string;
  readonly device: string | null;
  readonly origin: string;
}

/** Counts a login. A known device has a counter of its own, so that only its own failures lock it out. */
async function countLogin(
  deps: ApiDeps,
  { email, uid, device, origin }: Login,
): Promise<() => Promise<void>> {
  // Looked up even without a secret, so that both cases take equally long.
  const known = await knowsDevice(deps.firestore, uid, deviceDigest(deps, uid, device ?? ''));
  if (known) return enforceLimits(deps.limiter, ['loginsOfDevice', `${uid} ${device ?? ''}`]);
  return enforceLimits(
    deps.limiter,
    ['loginsOfOrigin', origin],
    ['loginsOfAccount', ofAddress(email, origin)],
  );
}

/** Sessions: login, logout and the current member. */
export const authHandlers = (
  deps: ApiDeps,
): HandlersOf<'login' | 'logout' | 'endSession' | 'me'> => ({
  async login({ body: { email, password }, device, origin }) {
    const uid = await uidOfAddress(deps, email);
    // Counted before the password is checked, so that concurrent guesses all count; a success gives the count back.
    const succeed = await countLogin(deps, { email, uid, device, origin });
    const proven = await provePassword(deps, uid, password);
    if (!proven) throw wrongCredentials();
    const held = await renewHash(deps, uid, { password, proven });
    const data = await openOnDevice(deps, uid, device, { proven: held });
    if (!data) throw wrongCredentials();
    await succeed();
    return { data };
  },

  async logout({ caller: { session } }) {
    await endSession(deps.firestore, session, deps.clock());
    return { data: {}, message: 'You are logged out' };
  },

  async endSession({ body: { proof }, origin }) {
    await enforceLimits(deps.limiter, ['endingsOfOrigin', origin]);
    await endByProof(deps, proof, deps.clock());
    return { data: {}, message: 'You are logged out' };
  },

  async me({ caller: { session, record } }) {
    const started =
      record.lockExpiresAt === null && isLocked(record)
        ? await startLock(deps.firestore, session.uid, deps.clock())
        : record;
    return { data: toUser(session.uid, started ?? record) };
  },
});

const SIGN_UP_CLOSED = 'Sign-up is closed for the moment. Please try again later.';
const CODE_SENT = 'We sent a confirmation code to your email';

const CONFIRMED = 'Account confirmed successfully! Redirecting to trader ID setup...';

const BAD_CODE = 'Invalid or expired confirmation code';

const BAD_DASHBOARD_CODE = 'Invalid or expired dashboard code';

const digestOf = ({ secrets }: ApiDeps, key: string, code: string) =>
  secrets.digest(`confirmation code of ${key}`, code);

/** A new confirmation code of an address, which isn't stored, and its digest, which is. */
function newCode(deps: ApiDeps, key: string): { code: string; issued: IssuedCode } {
  const code = secretCode(CONFIRMATION_CODE_LENGTH, draw);
  const validUntil = deps.clock() + CONFIRMATION_CODE_MS;
  return { code, issued: { digest: digestOf(deps, key, code), validUntil } };
}

/** The mail contains no text of the person who asked for it: the address may be a stranger's. */
const codeMail = (deps: ApiDeps, email: string, code: string): MailOrder => ({
  template: 'confirmation',
  to: email,
  parameters: { email },
  sealed: sealParameters(deps, { code }),
  validUntil: deps.clock() + CONFIRMATION_CODE_MS,
});

/**
 * Counts a mail to an address that anybody can enter. Beyond the limit of an address or mailbox nothing is sent and no
 * error shown, so that a stranger can't lock out its owner. Beyond the limit of an origin or of the site the call is
 * refused, with the time to wait.
 * @returns whether the mail may be sent. If not, nothing is stored either, as a code or link that nobody gets would void
 * one that was sent
 * @throws TooManyAttemptsError, for known addresses as for unknown ones
 */
export async function admitMail(
  { limiter, log }: ApiDeps,
  email: string,
  origin: string,
): Promise<boolean> {
  const mailbox = mailboxOf(email);
  for (const [name, key] of [
    ['mailsToAddress', ofAddress(mailbox, origin)],
    ['mailsToMailbox', mailbox],
  ] as const)
    if (!(await limiter.take(name, key)).allowed) return false;
  await enforceLimits(limiter, ['mailsOfOrigin', origin]);
  const site = await limiter.take('mailsOfSite', 'all');
  if (site.allowed) return true;
  log.error('Mails that anybody can ask for are refused', { name: 'mailsOfSite' });
  throw new TooManyAttemptsError(site.retryAfterMs);
}

/** Mails a new code to an address with a pending registration, and to others the reason why they get none. */
async function resendCode(deps: ApiDeps, email: string, origin: string): Promise<void> {
  const { clock, firestore, limiter } = deps;
  await enforceLimits(limiter, ['resendsOfOrigin', origin]);
  const isAdmitted = await admitMail(deps, email, origin);
  const key = addressKey(email);
  const record = await readUser(firestore, await uidOfAddress(deps, email));
  if (!isAdmitted) return;
  const { code, issued } = newCode(deps, key);
  const others: MailOrder = record
    ? { template: 'accountExists', to: email, parameters: { fullName: record.fullName } }
    : { template: 'noAccount', to: email, parameters: {} };
  const now = clock();
  await addCode(firestore, { key, code: issued }, now, (transaction, isPending) => {
    const order = isPending && !record ? codeMail(deps, email, code) : others;
    queueMail(deps, transaction, order, now);
  });
  await limiter.clear('confirmsOfAddress', ofAddress(email, origin));
}

async function mailActivationSteps(deps: ApiDeps, { record }: Member): Promise<void> {
  const { email, fullName, admissionCode } = record;
  const parameters = { fullName, admissionCode };
  const batch = deps.firestore.batch();
  queueMail(deps, batch, { template: 'activationSteps', to: email, parameters }, deps.clock());
  await batch.commit();
}

/** Registration, confirmation and unlocking of the dashboard. Known and unknown addresses get the same answers. */
export const signUpHandlers = (
  deps: ApiDeps,
): HandlersOf<'register' | 'confirmCode' | 'sendActivationEmail' | 'validateDashboardCode'> => ({
  async register({ body, origin }) {
    const { clock, firestore, limiter, passwords, secrets } = deps;
    const { email } = body;
    await enforceLimits(limiter, ['registrationsOfOrigin', origin]);
    if (!(await readFlags(firestore)).signUp) throw new HttpError(403, SIGN_UP_CLOSED);
    refuseBreached(body.password);
    const isAdmitted = await admitMail(deps, email, origin);
    const key = addressKey(email);
    const answer = { data: {}, message: CODE_SENT };
    if (!isAdmitted) {
      // Without a hash to compare, as hashing is what a flood would cost.
      await contest(firestore, key, clock());
      return answer;
    }
    const password = await passwords.hash(body.password, saltOf(secrets, email));
    const record = await readUser(firestore, await uidOfAddress(deps, email));
    const { code, issued } = newCode(deps, key);
    const order: MailOrder = record
      ? { template: 'accountExists', to: email, parameters: { fullName: record.fullName } }
      : codeMail(deps, email, code);
    const now = clock();
    const added = { registration: body, key, password, code: issued };
    await addRegistration(firestore, added, now, (transaction) =>
      queueMail(deps, transaction, order, now),
    );
    await limiter.clear('confirmsOfAddress', ofAddress(email, origin));
    return answer;
  },

  async confirmCode({ body: { email, confirmationCode }, device, origin }) {
    const { clock, firestore, limiter } = deps;
    await enforceLimits(limiter, ['confirmsOfOrigin', origin]);
    const tried = await limiter.take('confirmsOfAddress', ofAddress(email, origin));
    if (!tried.allowed) throw new HttpError(400, `${BAD_CODE}. Please ask for a new code.`);
    const key = addressKey(email);
    const digest = digestOf(deps, key, confirmationCode);
    const uid = await confirmRegistration(firestore, { key, digest }, clock());
    const data =
      uid !== null &&
      (await openOnDevice(deps, uid, device, {
        claim: registrationClaim(firestore, { uid, digest }, clock()),
      }));
    if (!data) throw new HttpError(400, BAD_CODE);
    await Promise.allSettled([tried.giveBack()]);
    return { data, message: CONFIRMED };
  },

  async sendActivationEmail({ body: { email }, caller, origin }) {
    if (email !== undefined) {
      await resendCode(deps, email, origin);
      return { data: {}, message: CODE_SENT };
    }
    if (!caller) throw new HttpError(401, 'Please log in');
    await enforceLimits(deps.limiter, ['mailsToAddress', caller.record.email]);
    await mailActivationSteps(deps, caller);
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

const RESET_SENT = 'If that address has an account, a reset link is on its way';

const RESET_VALID = 'Your reset link is valid. Please choose a new password.';

const invalidResetToken = () => new HttpError(400, 'Invalid or expired reset token');

/** Forgotten passwords. Only the mail reveals whether the address has an account. */
export const passwordsHandlers = (
  deps: ApiDeps,
): HandlersOf<'forgotPassword' | 'verifyResetToken' | 'resetPassword'> => ({
  async forgotPassword({ body: { email }, origin }) {
    const { clock, firestore, limiter } = deps;
    await enforceLimits(limiter, ['forgotsOfOrigin', origin]);
    const isAdmitted = await admitMail(deps, email, origin);
    const now = clock();
    const uid = await uidOfAddress(deps, email);
    const record = await readUser(firestore, uid);
    const answer = { data: {}, message: RESET_SENT };
    if (!isAdmitted) return answer;
    const token = secretCode(RESET_TOKEN_LENGTH, draw);
    const batch = firestore.batch();
    await writeReset(deps, batch, { key: addressKey(email), uid, email, token }, now);
    const order: MailOrder = record
      ? {
          template: 'passwordReset',
          to: email,
          parameters: { fullName: record.fullName },
          sealed: sealParameters(deps, { token }),
          validUntil: now + RESET_TOKEN_MS,
        }
      : { template: 'noAccount', to: email, parameters: {} };
    queueMail(deps, batch, order, now);
    await batch.commit();
    return answer;
  },

  async verifyResetToken({ body: { token }, origin }) {
    const giveBack = await enforceLimits(deps.limiter, ['resetsOfOrigin', origin]);
    const reset = await readReset(deps, token, deps.clock());
    if (!reset) throw invalidResetToken();
    await giveBack();
    return { data: { email: reset.email }, message: RESET_VALID };
  },

  async resetPassword({ body: { token, newPassword }, origin }) {
    const { clock, limiter, passwords } = deps;
    const giveBack = await enforceLimits(limiter, ['resetsOfOrigin', origin]);
    // Before the link is used up, so that its owner can try another password with it.
    refuseBreached(newPassword);
    const now = clock();
    // Hashing is slow, so only for a link that is valid.
    if (!(await readReset(deps, token, now))) throw invalidResetToken();
    const password = await passwords.hash(newPassword);
    const reset = await resetPassword(deps, { token, password }, now).catch(
      async (error: unknown) => {
        if (error instanceof MemberGoneError) return null;
        // Another use of one of the account's links may have been quicker.
        if (isContention(error) && !(await readReset(deps, token, now))) return null;
        throw error;
      },
    );
    if (!reset) throw invalidResetToken();
    await Promise.allSettled([
      giveBack(),
      limiter.clear('loginsOfAccount', ofAddress(reset.email, origin)),
    ]);
    return { data: {}, message: 'Password Reset Successful!' };
  },
});

const NO_TRANSFER = 'Staff log in with their password and can’t use transfer codes';

/** Moves a sign-in from a browser into the installed app, which has a separate store. */
export const transferHandlers = (
  deps: ApiDeps,
): HandlersOf<'transferCode' | 'redeemTransferCode'> => ({
  async transferCode({ body: { currentPassword }, caller: { session, record } }) {
    const { clock, limiter } = deps;
    if (record.staff) throw new HttpError(403, NO_TRANSFER);
    await checkPassword(deps, session.uid, currentPassword);
    await enforceLimits(limiter, ['transfersOfMember', session.uid]);
    const { code, expiresAt } = await issueTransfer(deps, session, clock());
    return {
      data: { code: code.toUpperCase(), expiresAt: new Date(expiresAt).toISOString() },
    };
  },

  async redeemTransferCode({ body: { code }, device, origin }) {
    const giveBack = await enforceLimits(deps.limiter, ['transfersOfOrigin', origin]);
    const uid = await readTransfer(deps, code);
    const claim = transferClaim(deps, code, deps.clock());
    const data = uid !== null && (await openOnDevice(deps, uid, device, { claim }));
    if (!data) throw new HttpError(400, 'Invalid or expired transfer code');
    await giveBack();
    return { data };
  },
});
