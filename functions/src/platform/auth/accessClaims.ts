import {
  type AccessClaims,
  accessClaimsSchema,
  claimsOf,
} from '@quantalgo/contracts/access/access';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Auth, FirebaseAuthError, type UserRecord } from 'firebase-admin/auth';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { updateAsRead } from '../core/documents';
import { userRef } from '../account/users';

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

/** Accounts per run of the sweep. */
const DUE_AT_ONCE = 100;

/** The sweep leaves a change to the trigger for this long (ms). */
const CLAIMS_RETRY_MS = 5 * MINUTE_MS;

/** Syncs an account's claims, and stores that they are no longer due. Safe as {@link syncAccessClaims} is. */
export async function settleAccessClaims(
  deps: { readonly firestore: Firestore; readonly auth: Auth },
  uid: string,
): Promise<boolean> {
  const user = await userRef(deps.firestore, uid).get();
  const changed = await syncAccessClaims(deps, uid);
  // A change of access in the meantime keeps its own mark.
  if (user.exists && user.get('claimsDueAt') instanceof Timestamp)
    await updateAsRead(user, { claimsDueAt: null });
  return changed;
}

/**
 * Syncs the claims that no trigger synced after a change of access.
 * @param now epoch ms
 * @returns the uids of those that were synced, and what went wrong
 */
export async function settleDueClaims(
  deps: { readonly firestore: Firestore; readonly auth: Auth },
  now: number,
): Promise<{ readonly settled: readonly string[]; readonly failures: readonly unknown[] }> {
  const { docs } = await deps.firestore
    .collection('users')
    .where('claimsDueAt', '<=', Timestamp.fromMillis(now - CLAIMS_RETRY_MS))
    .orderBy('claimsDueAt', 'asc')
    .limit(DUE_AT_ONCE)
    .get();
  const settled: string[] = [];
  const failures: unknown[] = [];
  for (const { id } of docs)
    try {
      await settleAccessClaims(deps, id);
      settled.push(id);
    } catch (error) {
      failures.push(error);
    }
  return { settled, failures };
}
