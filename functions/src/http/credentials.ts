import { CONFIRMATION_CODE_MS } from '@quantalgo/contracts';
import {
  changeAddress,
  issueAddressChange,
  isTaken,
  tryAddressChange,
} from '../platform/members/addressChange';
import { replacePassword } from '../platform/members/authAccounts';
import { queueMail, type MailOrder } from '../platform/core/outbox';
import { admit } from './admit';
import type { Member } from './authenticate';
import { checkPassword } from './checkPassword';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';
import { reopenSession } from './reopenSession';

const BAD_CODE = 'Invalid or expired confirmation code';

/** Mails the code to the new address, or tells who has it already. The same is written for both. */
async function mailAddressChange(
  deps: ApiDeps,
  { session: { uid }, record }: Member,
  email: string,
): Promise<void> {
  const { clock, firestore } = deps;
  const now = clock();
  const taken = await isTaken(deps, uid, email);
  const batch = firestore.batch();
  const code = issueAddressChange(deps, batch, { uid, email }, now);
  const order: MailOrder = taken
    ? { template: 'emailTaken', to: email, parameters: {} }
    : {
        template: 'emailChange',
        to: email,
        uid,
        parameters: { fullName: record.fullName },
        secrets: { code },
        validUntil: now + CONFIRMATION_CODE_MS,
      };
  queueMail(deps, batch, order, now);
  await batch.commit();
}

/** What a member signs in with. A change ends all sessions, and the reply opens this one anew. */
export const credentialsHandlers = (
  deps: ApiDeps,
): HandlersOf<'changeEmail' | 'confirmEmail' | 'changePassword'> => ({
  async changeEmail({ body: { email, currentPassword }, caller }) {
    const { uid } = caller.session;
    if (email === caller.record.email) throw new HttpError(400, 'This is your address already');
    await checkPassword(deps, uid, currentPassword);
    await admit(deps.limiter, ['addressChangesOfMember', uid], ['mailsToAddress', email]);
    await mailAddressChange(deps, caller, email);
    return { data: {}, message: 'We sent a confirmation code to the new address' };
  },

  async confirmEmail({ body: { confirmationCode: code }, caller: { session } }) {
    const { clock, limiter } = deps;
    const { uid } = session;
    const now = clock();
    const tried = await tryAddressChange(deps, { uid, code, now });
    if (tried === 'exhausted') throw new HttpError(400, `${BAD_CODE}. Please ask for a new code.`);
    const before = tried === 'wrong' ? null : await changeAddress(deps, uid, tried.email, now);
    if (before === null) throw new HttpError(400, BAD_CODE);
    const [data] = await Promise.all([
      reopenSession(deps, uid),
      limiter.clear('loginsOfAccount', before),
      limiter.clear('mailsToAddress', before),
    ]);
    return { data, message: 'Your address is changed' };
  },

  async changePassword({ body: { currentPassword, newPassword }, caller: { session, record } }) {
    const { auth, clock, firestore, limiter } = deps;
    const { uid } = session;
    await checkPassword(deps, uid, currentPassword);
    await replacePassword(auth, uid, newPassword);
    const parameters = { fullName: record.fullName, at: new Date(clock()).toISOString() };
    const batch = firestore.batch();
    queueMail(deps, batch, { template: 'passwordChanged', to: record.email, parameters }, clock());
    await Promise.all([batch.commit(), limiter.clear('loginsOfAccount', record.email)]);
    return { data: await reopenSession(deps, uid), message: 'Your password is changed' };
  },
});
