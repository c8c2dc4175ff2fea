import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
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
  if (users[0]?.disabled === true) await auth.deleteUser(uid);
}

/**
 * Forgets the registrations that nobody confirmed in time (`now`, epoch ms): sealed password, closed account and all.
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
  for (const registration of expired.docs) {
    const uid: unknown = registration.get('uid');
    if (typeof uid === 'string') await deleteUnconfirmed(deps, uid);
    await registration.ref.delete({ lastUpdateTime: registration.updateTime });
  }
  return expired.size;
}
