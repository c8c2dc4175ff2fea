import {
  type AccessClaims,
  accessClaimsSchema,
  toAccessClaims,
} from '@quantalgo/contracts/access/access';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Auth, FirebaseAuthError, type UserRecord } from 'firebase-admin/auth';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { updateIfUnchanged, parseDocument } from '../core/documents';
import { userRef } from '../account/users';
import type { ErrorLog } from '../core/log';

async function fetchAccount(auth: Auth, uid: string): Promise<UserRecord | null> {
  const { users } = await auth.getUsers([{ uid }]);
  return users[0] ?? null;
}

function matchesClaims(claims: UserRecord['customClaims'], expectedClaims: AccessClaims): boolean {
  const parsed = accessClaimsSchema.safeParse(claims).data;
  return (
    parsed?.tier === expectedClaims.tier &&
    parsed.unlocked === expectedClaims.unlocked &&
    parsed.staff === expectedClaims.staff &&
    parsed.accessVersion === expectedClaims.accessVersion
  );
}

async function createAccount(auth: Auth, uid: string): Promise<void> {
  try {
    await auth.createUser({ uid });
  } catch (error) {
    const isDuplicate =
      error instanceof FirebaseAuthError && error.code === 'auth/uid-already-exists';
    if (!isDuplicate) throw error;
  }
}

async function dropClaims(auth: Auth, account: UserRecord | null): Promise<boolean> {
  if (!account || Object.keys(account.customClaims ?? {}).length === 0) return false;
  await auth.setCustomUserClaims(account.uid, null);
  return true;
}

/** Concurrent runs can force retries, but not this many. */
const MAX_SYNC_ATTEMPTS = 5;

/**
 * Re-reads the record after each write, so that the newest claims win among concurrent runs.
 * @returns true if the claims changed
 */
export async function syncAccessClaims(
  { firestore, auth }: { firestore: Firestore; auth: Auth },
  uid: string,
): Promise<boolean> {
  let hasChanged = false;
  for (let attempt = 0; attempt < MAX_SYNC_ATTEMPTS; attempt += 1) {
    const [user, account] = await Promise.all([
      firestore.doc(`users/${uid}`).get(),
      fetchAccount(auth, uid),
    ]);
    const storedUser = parseDocument(userDocumentSchema, user);
    if (!storedUser) return (await dropClaims(auth, account)) || hasChanged;
    const expectedClaims = toAccessClaims(storedUser);
    if (account && matchesClaims(account.customClaims, expectedClaims)) return hasChanged;
    if (!account) await createAccount(auth, uid);
    await auth.setCustomUserClaims(uid, expectedClaims);
    hasChanged = true;
  }
  throw new Error('Couldn’t sync the access claims, because they kept changing');
}

/** For saved changes: after a failure, the trigger and {@link completeDueClaims} sync the claims. */
export async function trySyncAccessClaims(
  {
    log,
    ...deps
  }: {
    readonly firestore: Firestore;
    readonly auth: Auth;
    readonly log: ErrorLog;
  },
  uid: string,
): Promise<void> {
  try {
    await syncAccessClaims(deps, uid);
  } catch (cause) {
    log.error('Failed to sync access claims. They follow within 20 minutes.', {
      cause,
    });
  }
}

const MAX_CLAIMS_PER_SWEEP = 100;

/** The sweep leaves newer changes to the trigger. */
const CLAIMS_RETRY_DELAY_MS = 5 * MINUTE_MS;

export async function completeAccessClaims(
  deps: { readonly firestore: Firestore; readonly auth: Auth },
  uid: string,
): Promise<boolean> {
  const user = await userRef(deps.firestore, uid).get();
  const hasChanged = await syncAccessClaims(deps, uid);
  // Keeps the due time of a newer change.
  if (user.exists && user.get('claimsDueAt') instanceof Timestamp)
    await updateIfUnchanged(user, { claimsDueAt: null });
  return hasChanged;
}

export async function completeDueClaims(
  deps: { readonly firestore: Firestore; readonly auth: Auth },
  now: number,
): Promise<{ readonly settled: readonly string[]; readonly failures: readonly unknown[] }> {
  const { docs } = await deps.firestore
    .collection('users')
    .where('claimsDueAt', '<=', Timestamp.fromMillis(now - CLAIMS_RETRY_DELAY_MS))
    .orderBy('claimsDueAt', 'asc')
    .limit(MAX_CLAIMS_PER_SWEEP)
    .get();
  const settled: string[] = [];
  const failures: unknown[] = [];
  for (const { id } of docs)
    try {
      await completeAccessClaims(deps, id);
      settled.push(id);
    } catch (error) {
      failures.push(error);
    }
  return { settled, failures };
}
