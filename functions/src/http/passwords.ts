import { RESET_TOKEN_LENGTH, RESET_TOKEN_MS } from '@quantalgo/contracts';
import { secretCode } from '../domain/codes';
import { replacePassword, uidOfAddress } from '../platform/members/authAccounts';
import { queueMail, type MailOrder } from '../platform/core/outbox';
import { draw } from '../platform/core/secrets';
import { addressKey } from '../platform/members/registrations';
import { claimReset, readReset, writeReset } from '../platform/members/oneTimeCodes';
import { readUser } from '../platform/members/users';
import { admit } from './admit';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

const invalid = () => new HttpError(400, 'Invalid or expired reset token');

/** Tells the owner of an account that its password is another one. */
async function mailNotice(deps: ApiDeps, uid: string, email: string, now: number): Promise<void> {
  const record = await readUser(deps.firestore, uid);
  const parameters = { fullName: record?.fullName ?? email, at: new Date(now).toISOString() };
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
    await admit(limiter, ['forgotsOfOrigin', origin], ['mailsToAddress', email]);
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
    const giveBack = await admit(deps.limiter, ['resetsOfOrigin', origin]);
    const reset = await readReset(deps, token, deps.clock());
    if (!reset) throw invalid();
    await giveBack();
    return { data: { email: reset.email } };
  },

  async resetPassword({ body: { token, newPassword }, origin }) {
    const { auth, clock, limiter } = deps;
    const giveBack = await admit(limiter, ['resetsOfOrigin', origin]);
    const now = clock();
    const reset = await claimReset(deps, token, now);
    if (!reset) throw invalid();
    const { uid, email } = reset;
    await replacePassword(auth, uid, newPassword);
    await Promise.all([
      giveBack(),
      limiter.clear('loginsOfAccount', email),
      mailNotice(deps, uid, email, now),
    ]);
    return { data: {}, message: 'Password Reset Successful!' };
  },
});
