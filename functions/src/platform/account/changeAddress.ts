import { FirebaseAuthError, type Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { maskedAddress } from '../../domain/account/words';
import { NOBODY, uidOfAddress } from '../accounts/accounts';
import { queueMail } from '../mail/outbox';
import { addressKey, confirmationRef, registrationRef } from '../registrations/registrations';
import type { Secrets } from '../secrets';
import { memberIn, readUser, userRef } from '../users/users';
import { addressChangeRef } from './addressChanges';

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** True where another member has the address. A closed account that waits for its confirmation does not have it. */
export async function isTaken(
  { auth, firestore }: Pick<Deps, 'auth' | 'firestore'>,
  uid: string,
  email: string,
): Promise<boolean> {
  const holder = await uidOfAddress(auth, email);
  const record = await readUser(firestore, holder);
  return record !== null && holder !== uid;
}

/** Lets go of an address that somebody registered and never confirmed: whoever reads its mail is the one to have it. */
async function releaseAddress(
  { auth, firestore, secrets }: Deps,
  uid: string,
  email: string,
): Promise<void> {
  const holder = await uidOfAddress(auth, email);
  if (holder === NOBODY || holder === uid || (await readUser(firestore, holder))) return;
  const key = addressKey(secrets, email);
  await Promise.all([
    auth.deleteUser(holder),
    registrationRef(firestore, key).delete(),
    confirmationRef(firestore, key).delete(),
  ]);
}

/** Tags the mails that went to an address as the member's, who is found by another address from now on. */
async function keepMailsOf(firestore: Firestore, uid: string, email: string): Promise<void> {
  const { docs } = await firestore.collection('mail').where('to', '==', email).get();
  await Promise.all(docs.map(({ ref }) => ref.update({ uid })));
}

async function moveAccount(auth: Auth, uid: string, email: string): Promise<boolean> {
  try {
    await auth.updateUser(uid, { email, emailVerified: true });
  } catch (error) {
    if (error instanceof FirebaseAuthError && error.code === 'auth/email-already-exists')
      return false;
    throw error;
  }
  await auth.revokeRefreshTokens(uid);
  return true;
}

/**
 * Makes a confirmed address the member's, ends all sessions and tells the address before. Broken off anywhere, it is
 * done by asking for the same change again.
 * @param now epoch ms
 * @returns the address before; null where another member has the new one
 * @throws MemberGone
 */
export async function changeAddress(
  deps: Deps,
  uid: string,
  email: string,
  now: number,
): Promise<string | null> {
  const { auth, firestore, secrets } = deps;
  await releaseAddress(deps, uid, email);
  if (!(await moveAccount(auth, uid, email))) return null;
  const before = await firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    transaction.update(userRef(firestore, uid), { email });
    transaction.delete(addressChangeRef(firestore, uid));
    // A reset token that was sent to the address before must not open the account any more.
    const key = addressKey(secrets, record.email);
    transaction.delete(firestore.collection('resets').doc(key));
    transaction.delete(confirmationRef(firestore, key));
    const at = new Date(now).toISOString();
    const parameters = { fullName: record.fullName, masked: maskedAddress(email), at };
    const order = { template: 'emailChanged', to: record.email, uid, parameters } as const;
    queueMail(deps, transaction, order, now);
    return record.email;
  });
  await keepMailsOf(firestore, uid, before);
  return before;
}
