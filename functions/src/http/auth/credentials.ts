import { toUser } from '@quantalgo/contracts/account/member';
import { CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import { type EmailOrder, queueEmail, sealParameters } from '../../platform/core/queues';
import {
  confirmAddressChange,
  issueAddressChange,
  isAddressTaken,
} from '../../platform/auth/addressChange';
import { changePassword } from '../../platform/auth/passwordChanges';
import { chooseFirstPassword } from '../../platform/auth/registrations';
import { admitOrRefuse } from './auth';
import type { ApiDeps } from '../core/deps';
import { createReplacement } from './devices';
import { HttpError } from '../core/reply';
import {
  checkPassword,
  enforceLimits,
  type EndpointHandlers,
  refuseWeakPassword,
} from '../core/request';

const HAS_PASSWORD = 'Your account already has a password. Change it in Account Hub.';

const BAD_CODE = 'Invalid or expired confirmation code';

/**
 * Emails a code to the new address, or a notice if that address already has an account. Both cases
 * write the same documents, so that their timing doesn't differ.
 */
async function emailAddressChange(deps: ApiDeps, uid: string, email: string): Promise<void> {
  const { clock, firestore } = deps;
  const now = clock();
  const isTaken = await isAddressTaken(deps, uid, email);
  const batch = firestore.batch();
  const code = issueAddressChange(deps, batch, { uid, email }, now);
  const order: EmailOrder = isTaken
    ? { template: 'emailTaken', to: email, parameters: {} }
    : {
        template: 'emailChange',
        to: email,
        uid,
        parameters: {},
        sealed: sealParameters(deps, { code }),
        validUntil: now + CONFIRMATION_CODE_TTL_MS,
      };
  queueEmail(deps, batch, order, now);
  await batch.commit();
}

/** A new address or password ends all sessions. The reply opens a new one for this device. */
export const createCredentialsHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'changeEmail' | 'confirmEmail' | 'changePassword' | 'choosePassword'> => ({
  async changeEmail({ body: { email, currentPassword }, caller, challenge, origin }) {
    const { uid } = caller.session;
    if (email === caller.record.email) throw new HttpError(400, 'This is already your email');
    await checkPassword(deps, uid, currentPassword);
    const isAdmitted = await admitOrRefuse(deps, { email, origin, challenge });
    await enforceLimits(deps.limiter, ['memberAddressChanges', uid]);
    if (isAdmitted) await emailAddressChange(deps, uid, email);
    return { data: {}, message: 'We sent a confirmation code to the new address' };
  },

  async confirmEmail({
    body: { confirmationCode: code },
    caller: { session },
    device: sentSecret,
  }) {
    const { device, prepare } = createReplacement(deps, session.uid, sentSecret);
    const data = await confirmAddressChange(deps, { session, code }, prepare, deps.clock());
    if (data === 'exhausted') throw new HttpError(400, `${BAD_CODE}. Please request a new code.`);
    if (data === 'wrong') throw new HttpError(400, BAD_CODE);
    return { data: { ...data, device }, message: 'Your email has been changed' };
  },

  async choosePassword({ body: { newPassword, ...details }, caller: { session } }) {
    const { clock, firestore, hashing, limiter } = deps;
    await enforceLimits(limiter, ['memberChanges', session.uid], ['memberHashes', session.uid]);
    refuseWeakPassword(deps, newPassword);
    const password = await hashing.member((passwords) => passwords.hash(newPassword));
    const choice = { password, ...details };
    const record = await chooseFirstPassword(firestore, session, choice, clock());
    if (!record) throw new HttpError(409, HAS_PASSWORD);
    return { data: toUser(session.uid, record), message: 'Your password is set' };
  },

  async changePassword({ body, caller: { session }, device: sentSecret }) {
    const { currentPassword, newPassword } = body;
    await checkPassword(deps, session.uid, currentPassword);
    refuseWeakPassword(deps, newPassword);
    const password = await deps.hashing.member((passwords) => passwords.hash(newPassword));
    const { device, prepare } = createReplacement(deps, session.uid, sentSecret);
    const change = { password, replacement: await prepare() };
    const data = await changePassword(deps, session, change, deps.clock());
    return { data: { ...data, device }, message: 'Your password has been changed' };
  },
});
