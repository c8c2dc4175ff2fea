import {
  accessClaimsSchema,
  claimsOf,
  userDocumentSchema,
  type AccessClaims,
} from '@quantalgo/contracts';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';

async function accountOf(auth: Auth, uid: string): Promise<UserRecord | null> {
  const { users } = await auth.getUsers([{ uid }]);
  return users[0] ?? null;
}

function isSame(held: UserRecord['customClaims'], wanted: AccessClaims | null): boolean {
  if (!wanted) return Object.keys(held ?? {}).length === 0;
  const parsed = accessClaimsSchema.safeParse(held).data;
  return (
    parsed?.tier === wanted.tier &&
    parsed.unlocked === wanted.unlocked &&
    parsed.staff === wanted.staff &&
    parsed.accessVersion === wanted.accessVersion
  );
}

/**
 * Makes an account's claims those that its live user document asks for; none without a document. Who is of staff no more
 * has their sessions ended, before the claims tell so: broken off in between, the next run does both. Safe to run twice
 * and late, since it never trusts what it was started with.
 * @returns true when the claims had to change
 */
export async function syncAccessClaims(
  { firestore, auth }: { firestore: Firestore; auth: Auth },
  uid: string,
): Promise<boolean> {
  const account = await accountOf(auth, uid);
  if (!account) return false;
  const user = await firestore.doc(`users/${uid}`).get();
  const wanted = user.exists ? claimsOf(userDocumentSchema.parse(user.data())) : null;
  if (isSame(account.customClaims, wanted)) return false;
  const wasStaff = accessClaimsSchema.safeParse(account.customClaims).data?.staff === true;
  if (wasStaff && wanted?.staff !== true) await auth.revokeRefreshTokens(uid);
  await auth.setCustomUserClaims(uid, wanted);
  return true;
}
