import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { isOvertaken } from '../contention';
import { readUser } from '../users/users';

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
    if (isOvertaken(error)) return false;
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
