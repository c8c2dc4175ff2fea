import type { Registration } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import {
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { registrationDocument } from '../../documents';
import { isStaleWrite, parseDocument } from '../core/documents';
import type { Secrets } from '../core/secrets';
import { openAccount } from './authAccounts';
import { createMember, readUser } from './users';

/** A registration that waits for its confirmation. */
export interface PendingRegistration extends Omit<Registration, 'telegram'> {
  readonly uid: string;
  readonly telegram: string | null;
}

/** What is not confirmed by then is forgotten, its password and its closed account with it. */
const PENDING_MS = 24 * 60 * 60_000;

const schema = z.omit(registrationDocument, { createdAt: true });

type Stored = z.infer<typeof schema>;

/** The key of an address in the server's own collections, whose ids hold no addresses. */
export const addressKey = (secrets: Secrets, email: string): string =>
  secrets.digest('address', email);

export const registrationRef = (firestore: Firestore, key: string) =>
  firestore.collection('registrations').doc(key);

/** The confirmation code of an address, or the tries at one that was never issued. */
export const confirmationRef = (firestore: Firestore, key: string) =>
  firestore.collection('confirmations').doc(key);

/** Keeps the newest registration of an address; the one before it is forgotten. */
export function writeRegistration(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Secrets },
  batch: WriteBatch,
  key: string,
  { telegram, password, ...fields }: Registration & { readonly uid: string },
  now: number,
): void {
  batch.set(registrationRef(firestore, key), {
    ...fields,
    telegram: telegram ?? null,
    password: secrets.seal(password),
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + PENDING_MS),
  });
}

/** The registration of an address that can still be confirmed at `now`, its password sealed; null where there is none. */
export async function readRegistration(
  firestore: Firestore,
  key: string,
  now: number,
): Promise<Stored | null> {
  const stored = parseDocument(schema, await registrationRef(firestore, key).get());
  return stored && stored.expireAt > now ? stored : null;
}

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/**
 * Makes a member of the registration whose code was just confirmed. Broken off anywhere, it is done again with the next
 * code: the registration goes last.
 * @param key of the address
 * @returns the member's uid; null where nothing waits to be confirmed
 */
export async function completeRegistration(
  { auth, firestore, secrets }: Deps,
  key: string,
  now: number,
): Promise<string | null> {
  const registration = await readRegistration(firestore, key, now);
  if (!registration) return null;
  const { uid, password } = registration;
  if (await readUser(firestore, uid)) return null;
  await openAccount(auth, uid, {
    fullName: registration.fullName,
    password: secrets.open(password),
  });
  await createMember(firestore, registration, now);
  await registrationRef(firestore, key).delete();
  return uid;
}

/** Registrations that one run forgets. */
const AT_ONCE = 100;

/** Deletes the account of an address that was never confirmed. */
async function deleteUnconfirmed(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  uid: string,
): Promise<void> {
  if (await readUser(firestore, uid)) return;
  const { users } = await auth.getUsers([{ uid }]);
  // Unlike deleteUser it does not mind whom another run was quicker to delete.
  if (users[0]?.disabled === true) await auth.deleteUsers([uid]);
}

/** Forgets a registration; false where it was made anew, or another run forgot it. */
async function forget(registration: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await registration.ref.delete({ lastUpdateTime: registration.updateTime });
    return true;
  } catch (error) {
    if (isStaleWrite(error)) return false;
    throw error;
  }
}

/**
 * Forgets the registrations that nobody confirmed in time (`now`, epoch ms): sealed password, closed account and all. Several runs at once don't
 * mind each other.
 * @returns how many
 */
export async function expireRegistrations(
  deps: { readonly auth: Auth; readonly firestore: Firestore },
  now: number,
): Promise<number> {
  const expired = await deps.firestore
    .collection('registrations')
    .where('expireAt', '<=', Timestamp.fromMillis(now))
    .limit(AT_ONCE)
    .get();
  let forgotten = 0;
  for (const registration of expired.docs) {
    const uid: unknown = registration.get('uid');
    if (typeof uid === 'string') await deleteUnconfirmed(deps, uid);
    if (await forget(registration)) forgotten += 1;
  }
  return forgotten;
}
