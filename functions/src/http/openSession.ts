import { toUser, type SessionData } from '@quantalgo/contracts';
import { readUser } from '../platform/members/users';
import type { ApiDeps } from './deps';

/**
 * Opens a session of a member without their password.
 * @returns null where there is no such member
 */
export async function openSession(
  { auth, firestore, signInWithToken }: ApiDeps,
  uid: string,
): Promise<SessionData | null> {
  const record = await readUser(firestore, uid);
  if (!record) return null;
  // Without claims: those of a custom token would shadow what is granted later.
  const customToken = await auth.createCustomToken(uid);
  return { token: await signInWithToken(customToken), customToken, user: toUser(uid, record) };
}
