import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { openAccount } from '../accounts/accounts';
import type { Secrets } from '../secrets';
import { createMember } from '../users/createMember';
import { readUser } from '../users/users';
import { readRegistration, registrationRef } from './registrations';

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
