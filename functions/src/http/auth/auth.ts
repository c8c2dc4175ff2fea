import {
  CONFIRMATION_CODE_LENGTH,
  CONFIRMATION_CODE_TTL_MS,
  RESET_TOKEN_LENGTH,
  RESET_TOKEN_TTL_MS,
} from '@quantalgo/contracts/core/validation';
import { getEffectiveTier } from '@quantalgo/contracts/access/access';
import { getUnsentStep } from '@quantalgo/contracts/submissions/activation';
import { Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import { drawSecretCode } from '../../domain/auth/codes';
import { toMailbox } from '../../domain/core/limits';
import { isContention } from '../../platform/core/documents';
import { readFlags } from '../../platform/core/flags';
import { type EmailOrder, queueEmail, sealParameters } from '../../platform/core/queues';
import { draw } from '../../platform/core/secrets';
import { addressKey, readAddressUid } from '../../platform/auth/addresses';
import { redeemDashboardCode } from '../../platform/access/dashboardCodes';
import { readReset, writeReset } from '../../platform/auth/oneTimeCodes';
import { resetPassword } from '../../platform/auth/passwordChanges';
import {
  addCode,
  addRegistration,
  confirmRegistration,
  contestRegistrations,
  type IssuedCode,
  createRegistrationClaim,
  deriveSalt,
} from '../../platform/auth/registrations';
import { MemberGoneError, readUser } from '../../platform/account/users';
import type { Member } from '../core/callers';
import { type Requester, demandChallenge } from './challenges';
import type { ApiDeps } from '../core/deps';
import { digestDevice, openOnDevice } from './devices';
import { HttpError, TooManyAttemptsError } from '../core/reply';
import { enforceLimits, type EndpointHandlers, refuseWeakPassword } from '../core/request';

export const toAddressLimitKey = (email: string, origin: string) => `${email} ${origin}`;

const SIGN_UP_CLOSED = 'Sign-up is closed for the moment. Please try again later.';
const CODE_SENT = 'We sent a confirmation code to your email';

const ACCOUNT_CONFIRMED = 'Account confirmed successfully! Redirecting to trader ID setup...';

const BAD_CODE = 'Invalid or expired confirmation code';

// The reply to a confirmation may have been lost. Says the same for every address.
const ALREADY_CONFIRMED = 'If you already confirmed your account, log in.';

const BAD_DASHBOARD_CODE = 'Invalid or expired dashboard code';

const digestCode = ({ secrets }: ApiDeps, key: string, code: string) =>
  secrets.digest(`confirmation code of ${key}`, code);

function createCode(deps: ApiDeps, key: string): { code: string; issued: IssuedCode } {
  const code = drawSecretCode(CONFIRMATION_CODE_LENGTH, draw);
  const validUntil = deps.clock() + CONFIRMATION_CODE_TTL_MS;
  return { code, issued: { digest: digestCode(deps, key, code), validUntil } };
}

// Contains no text from the requester, because the address may be someone else's.
const buildCodeEmail = (deps: ApiDeps, email: string, code: string): EmailOrder => ({
  template: 'confirmation',
  to: email,
  parameters: { email },
  sealed: sealParameters(deps, { code }),
  validUntil: deps.clock() + CONFIRMATION_CODE_TTL_MS,
});

// Above this share of the site's hourly email limit, calls need a challenge and each origin's
// limit is lower.
const CROWDED_SHARE = 0.5;

const EXHAUSTED_EXTRA_BITS = 2;

// Reads the usage by taking one email from the limit and giving it back.
async function getEmailUsage({ limiter }: ApiDeps): Promise<number> {
  const result = await limiter.take('siteMails', 'all');
  if (!result.allowed) return 1;
  await Promise.allSettled([result.refund()]);
  return result.used ?? 0;
}

type Admission = 'send' | 'withhold' | { readonly retryAfterMs: number };

/**
 * Counts an email to an address that anyone can enter. Beyond the address's limit, the email is
 * withheld without an error, because an error would let a stranger lock out the owner.
 * @param counter `members` is a counter that strangers can't use up
 * @throws TooManyAttemptsError, HttpError 428, for known and unknown addresses alike
 */
async function admitEmail(
  deps: ApiDeps,
  requester: Requester,
  counter: 'all' | 'members' = 'all',
): Promise<Admission> {
  const { challengeBits, limiter, log } = deps;
  const { email, origin } = requester;
  const usage = await getEmailUsage(deps);
  const isCrowded = usage >= CROWDED_SHARE;
  if (isCrowded)
    await demandChallenge(deps, requester, challengeBits + (usage >= 1 ? EXHAUSTED_EXTRA_BITS : 0));
  const mailbox = toMailbox(email);
  for (const [name, key] of [
    ['mailsToAddress', toAddressLimitKey(mailbox, origin)],
    ['mailsToMailbox', mailbox],
  ] as const)
    if (!(await limiter.take(name, key)).allowed) return 'withhold';
  await enforceLimits(limiter, ['originMails', origin]);
  await limiter.take('siteMails', counter);
  if (!isCrowded) return 'send';
  log.error('Half of the site’s limit for public emails has been used', { name: 'siteMails' });
  const crowdedResult = await limiter.take('crowdedOriginMails', origin);
  return crowdedResult.allowed ? 'send' : { retryAfterMs: crowdedResult.retryAfterMs };
}

export async function admitOrRefuse(deps: ApiDeps, requester: Requester): Promise<boolean> {
  const admission = await admitEmail(deps, requester);
  if (typeof admission === 'object') throw new TooManyAttemptsError(admission.retryAfterMs);
  return admission === 'send';
}

async function resendCode(deps: ApiDeps, requester: Requester): Promise<void> {
  const { clock, firestore, limiter } = deps;
  const { email, origin } = requester;
  await enforceLimits(limiter, ['originResends', origin]);
  const isAdmitted = await admitOrRefuse(deps, requester);
  const key = addressKey(email);
  const record = await readUser(firestore, await readAddressUid(deps, email));
  if (!isAdmitted) return;
  const { code, issued } = createCode(deps, key);
  const fallback: EmailOrder = record
    ? { template: 'accountExists', to: email, parameters: { fullName: record.fullName } }
    : { template: 'noAccount', to: email, parameters: {} };
  const now = clock();
  await addCode(firestore, { key, code: issued }, now, (transaction, isPending) => {
    const order = isPending && !record ? buildCodeEmail(deps, email, code) : fallback;
    queueEmail(deps, transaction, order, now);
  });
  await limiter.clear('addressConfirmations', toAddressLimitKey(email, origin));
}

/** Returns the message to reply with. Sends nothing if no step is left for the member. */
async function emailActivationSteps(deps: ApiDeps, { record }: Member): Promise<string> {
  const { email, fullName, admissionCode, broker = null, proofWaitingSince = null } = record;
  if (getEffectiveTier(record) !== 'guest') return 'Your dashboard is already unlocked';
  if (proofWaitingSince !== null) return 'Your proof is being checked';
  const parameters = { fullName, admissionCode, next: getUnsentStep(broker).name };
  const batch = deps.firestore.batch();
  queueEmail(deps, batch, { template: 'activationSteps', to: email, parameters }, deps.clock());
  await batch.commit();
  return 'We sent the activation steps to your email';
}

/** Known and unknown addresses get the same replies, so that nobody can probe for accounts. */
export const createSignUpHandlers = (
  deps: ApiDeps,
): EndpointHandlers<
  'register' | 'confirmCode' | 'sendActivationEmail' | 'validateDashboardCode'
> => ({
  async register({ body, challenge, origin }) {
    const { clock, firestore, hashing, limiter, secrets } = deps;
    const { email } = body;
    const key = addressKey(email);
    const answer = { data: {}, message: CODE_SENT };
    const password = await hashing.stranger(async (passwords) => {
      const refundRegistration = await enforceLimits(limiter, ['originRegistrations', origin]);
      if (!(await readFlags(firestore)).signUp) throw new HttpError(403, SIGN_UP_CLOSED);
      refuseWeakPassword(deps, body.password);
      try {
        await enforceLimits(limiter, ['originHashes', origin]);
      } catch (error) {
        // A visitor who retries later must not use up the limit of others behind the same NAT.
        await refundRegistration();
        throw error;
      }
      // Hashes only if an email is sent, because hashing is the most expensive part of a flood.
      if (!(await admitOrRefuse(deps, { email, origin, challenge }))) return null;
      return passwords.hash(body.password, deriveSalt(secrets, email));
    });
    if (!password) {
      await contestRegistrations(firestore, key, clock());
      return answer;
    }
    const record = await readUser(firestore, await readAddressUid(deps, email));
    const { code, issued } = createCode(deps, key);
    const order: EmailOrder = record
      ? { template: 'accountExists', to: email, parameters: { fullName: record.fullName } }
      : buildCodeEmail(deps, email, code);
    const now = clock();
    const newRegistration = { registration: body, key, password, code: issued };
    const isFirst = await addRegistration(firestore, newRegistration, now, (transaction) =>
      queueEmail(deps, transaction, order, now),
    );
    await limiter.clear('addressConfirmations', toAddressLimitKey(email, origin));
    // Also called for known addresses, because a faster reply would reveal them.
    await deps.weekCounter.add('signedUp', isFirst && !record ? 1 : 0);
    return answer;
  },

  async confirmCode({ body: { email, confirmationCode }, device, identify, origin }) {
    const { clock, firestore, limiter } = deps;
    await enforceLimits(limiter, ['originConfirmations', origin]);
    const attempt = await limiter.take('addressConfirmations', toAddressLimitKey(email, origin));
    if (!attempt.allowed) throw new HttpError(400, `${BAD_CODE}. Please request a new code.`);
    const key = addressKey(email);
    const digest = digestCode(deps, key, confirmationCode);
    const uid = await confirmRegistration(firestore, { key, digest }, clock());
    if (uid !== null) identify(uid);
    const data =
      uid !== null &&
      (await openOnDevice(deps, uid, device, {
        claim: createRegistrationClaim(firestore, { uid, digest }, clock()),
      }));
    if (!data) throw new HttpError(400, `${BAD_CODE}. ${ALREADY_CONFIRMED}`);
    await Promise.allSettled([attempt.refund()]);
    return { data, message: ACCOUNT_CONFIRMED };
  },

  async sendActivationEmail({ body: { email }, caller, challenge, origin }) {
    if (email !== undefined) {
      await resendCode(deps, { email, origin, challenge });
      return { data: {}, message: CODE_SENT };
    }
    if (!caller) throw new HttpError(401, 'Please log in');
    await enforceLimits(deps.limiter, ['mailsToAddress', caller.record.email]);
    return { data: {}, message: await emailActivationSteps(deps, caller) };
  },

  async validateDashboardCode({ body: { dashboardCode }, caller }) {
    const { uid } = caller.session;
    const attempt = { uid, code: dashboardCode, now: deps.clock() };
    const verdict = await redeemDashboardCode(deps, attempt);
    if (verdict === 'exhausted')
      throw new HttpError(400, `${BAD_DASHBOARD_CODE}. Please ask support for a new one.`);
    if (verdict === 'wrong') throw new HttpError(400, BAD_DASHBOARD_CODE);
    return { data: { dashboardUnlocked: true }, message: 'Your dashboard is unlocked' };
  },
});

const RESET_SENT = 'If that address has an account, a reset link is on its way';

const RESET_VALID = 'Your reset link is valid. Please choose a new password.';

const createResetTokenError = () => new HttpError(400, 'Invalid or expired reset token');

// Writes as much as a sent email would, so that the timing reveals nothing.
function writeDummy({ firestore }: ApiDeps, batch: WriteBatch, now: number): void {
  const expireAt = Timestamp.fromMillis(now);
  batch.create(firestore.collection('rateLimits').doc(), { count: 0, expireAt });
}

/** Only the email reveals if an address has an account. The replies are the same. */
export const createPasswordsHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'forgotPassword' | 'verifyResetToken' | 'resetPassword'> => ({
  async forgotPassword({ body: { email }, challenge, origin }) {
    const { clock, firestore, limiter } = deps;
    await enforceLimits(limiter, ['originResetRequests', origin]);
    const now = clock();
    const uid = await readAddressUid(deps, email);
    const record = await readUser(firestore, uid);
    const requester = { email, origin, challenge };
    const admission = await admitEmail(deps, requester, record ? 'members' : 'all');
    const answer = { data: {}, message: RESET_SENT };
    if (admission === 'withhold') return answer;
    const token = drawSecretCode(RESET_TOKEN_LENGTH, draw);
    const batch = firestore.batch();
    await writeReset(deps, batch, { key: addressKey(email), uid, email, token }, now);
    const order: EmailOrder = record
      ? {
          template: 'passwordReset',
          to: email,
          parameters: { fullName: record.fullName },
          sealed: sealParameters(deps, { token }),
          validUntil: now + RESET_TOKEN_TTL_MS,
        }
      : { template: 'noAccount', to: email, parameters: {} };
    // A member gets their link even if others used up the limit.
    if (record || admission === 'send') queueEmail(deps, batch, order, now);
    else writeDummy(deps, batch, now);
    await batch.commit();
    return answer;
  },

  async verifyResetToken({ body: { token }, origin }) {
    const refund = await enforceLimits(deps.limiter, ['originResets', origin]);
    const reset = await readReset(deps, token, deps.clock());
    if (!reset) throw createResetTokenError();
    await refund();
    return { data: { email: reset.email }, message: RESET_VALID };
  },

  async resetPassword({ body: { token, newPassword }, device, identify, origin }) {
    const { clock, hashing, limiter } = deps;
    const refund = await enforceLimits(limiter, ['originResets', origin]);
    // Checked before the link is used up, so that its owner can try another password.
    refuseWeakPassword(deps, newPassword);
    const now = clock();
    // Hashing is slow, so the link is validated first.
    const link = await readReset(deps, token, now);
    if (!link) throw createResetTokenError();
    identify(link.uid);
    await enforceLimits(limiter, ['memberResetHashes', link.uid]);
    const password = await hashing.member((passwords) => passwords.hash(newPassword));
    const digest = device === null ? null : digestDevice(deps, link.uid, device);
    const reset = await resetPassword(deps, { token, password, device: digest }, now).catch(
      async (error: unknown) => {
        if (error instanceof MemberGoneError) return null;
        // A concurrent reset of the same account may have been faster.
        if (isContention(error) && !(await readReset(deps, token, now))) return null;
        throw error;
      },
    );
    if (!reset) throw createResetTokenError();
    const mailbox = toMailbox(reset.email);
    const key = toAddressLimitKey(mailbox, origin);
    await Promise.allSettled([
      refund(),
      limiter.clear('accountLogins', key),
      limiter.clear('dailyAccountLogins', key),
      limiter.clear('loginsFromUnknownDevices', mailbox),
    ]);
    return { data: {}, message: 'Password Reset Successful!' };
  },
});
