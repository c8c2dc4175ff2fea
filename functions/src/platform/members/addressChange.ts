import { CONFIRMATION_CODE_LENGTH, CONFIRMATION_CODE_MS } from '@quantalgo/contracts';
import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { maskedAddress } from '../../domain/account';
import { issued, secretCode } from '../../domain/codes';
import { queueMail } from '../core/outbox';
import { draw, type Secrets } from '../core/secrets';
import { NO_ACCOUNT, uidOfAddress } from './authAccounts';
import { guardedFields, tryCode } from './oneTimeCodes';
import { addressKey, confirmationRef, registrationRef } from './registrations';
import { memberIn, readUser, userRef } from './users';

interface CodeDeps {
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** The change of address that a member asked for last. */
const addressChangeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('addressChanges').doc(uid);

const digestOf = (secrets: Secrets, uid: string, code: string) =>
  secrets.digest(`address change of ${uid}`, code);

/**
 * Issues the code that makes `email` a member's address; an earlier one is void.
 * @param now epoch ms
 * @returns the code, which is stored nowhere
 */
export function issueAddressChange(
  { firestore, secrets }: CodeDeps,
  batch: WriteBatch,
  { uid, email }: { uid: string; email: string },
  now: number,
): string {
  const code = secretCode(CONFIRMATION_CODE_LENGTH, draw);
  const state = issued(digestOf(secrets, uid, code), now, CONFIRMATION_CODE_MS);
  batch.set(addressChangeRef(firestore, uid), { ...guardedFields(state), email });
  return code;
}

/**
 * Tries a member's code; the right one works once.
 * @returns the address that it confirms, or why it confirms none
 */
export async function tryAddressChange(
  { firestore, secrets }: CodeDeps,
  { uid, code, now }: { uid: string; code: string; now: number },
): Promise<{ readonly email: string } | 'wrong' | 'exhausted'> {
  const reference = addressChangeRef(firestore, uid);
  let email: unknown;
  const verdict = await tryCode(
    firestore,
    reference,
    { digest: digestOf(secrets, uid, code), now, validMs: CONFIRMATION_CODE_MS },
    async (transaction) => {
      email = (await transaction.get(reference)).get('email');
      return () => undefined;
    },
  );
  if (verdict !== 'right') return verdict;
  if (typeof email !== 'string') throw new Error('A change of address without an address');
  return { email };
}

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
  if (holder === NO_ACCOUNT || holder === uid || (await readUser(firestore, holder))) return;
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
    const { fullName, zone } = record;
    const parameters = { fullName, zone, masked: maskedAddress(email), at };
    const order = { template: 'emailChanged', to: record.email, uid, parameters } as const;
    queueMail(deps, transaction, order, now);
    return record.email;
  });
  await keepMailsOf(firestore, uid, before);
  return before;
}
