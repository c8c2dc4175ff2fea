import {
  type AccessClaims,
  accessClaimsSchema,
  claimsOf,
  userDocumentSchema,
} from '@quantalgo/contracts';
import { type Auth, FirebaseAuthError, type UserRecord } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';

async function accountOf(auth: Auth, uid: string): Promise<UserRecord | null> {
  const { users } = await auth.getUsers([{ uid }]);
  return users[0] ?? null;
}

function isSame(held: UserRecord['customClaims'], wanted: AccessClaims): boolean {
  const parsed = accessClaimsSchema.safeParse(held).data;
  return (
    parsed?.tier === wanted.tier &&
    parsed.unlocked === wanted.unlocked &&
    parsed.staff === wanted.staff &&
    parsed.accessVersion === wanted.accessVersion
  );
}

/** Creates the account that carries a member's claims, where a client deleted it or it never existed. */
async function createAccount(auth: Auth, uid: string): Promise<void> {
  try {
    await auth.createUser({ uid });
  } catch (error) {
    const isQuicker =
      error instanceof FirebaseAuthError && error.code === 'auth/uid-already-exists';
    if (!isQuicker) throw error;
  }
}

/** Removes the claims of an account whose member is gone; a job deletes the account itself. */
async function dropClaims(auth: Auth, account: UserRecord | null): Promise<boolean> {
  if (!account || Object.keys(account.customClaims ?? {}).length === 0) return false;
  await auth.setCustomUserClaims(account.uid, null);
  return true;
}

/** How many times in a row writers of the same claims may overtake each other before it counts as a fault. */
const MAX_ROUNDS = 5;

/**
 * Sets an account's claims to what its current user document asks for. Safe to run repeatedly and late, because it
 * always reads the document again; after a write it checks once more, so that the newest claims win between concurrent
 * runs.
 * @returns true when the claims had to change
 */
export async function syncAccessClaims(
  { firestore, auth }: { firestore: Firestore; auth: Auth },
  uid: string,
): Promise<boolean> {
  let changed = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [user, account] = await Promise.all([
      firestore.doc(`users/${uid}`).get(),
      accountOf(auth, uid),
    ]);
    if (!user.exists) return (await dropClaims(auth, account)) || changed;
    const wanted = claimsOf(userDocumentSchema.parse(user.data()));
    if (account && isSame(account.customClaims, wanted)) return changed;
    if (!account) await createAccount(auth, uid);
    await auth.setCustomUserClaims(uid, wanted);
    changed = true;
  }
  throw new Error(`The claims of ${uid} did not come to rest`);
}
