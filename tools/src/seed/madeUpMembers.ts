import { claimsOf } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';

/** Accounts that are imported with one call. */
const AT_ONCE = 1000;

const ACCESS = {
  tier: 'essential',
  dashboardUnlocked: true,
  staff: false,
  accessVersion: 1,
} as const;

const emailOf = (uid: string) => `${uid}@example.test`;

const memberOf = (uid: string, now: number) => ({
  ...ACCESS,
  fullName: 'Ada Obi',
  nameLower: 'ada obi',
  email: emailOf(uid),
  admissionCode: 'QA-7F3K2P',
  hasDeposited: true,
  accessPath: null,
  codeActivated: false,
  createdAt: Timestamp.fromMillis(now),
  lockExpiresAt: null,
});

/**
 * Makes up essential members, by the thousand.
 * @param now epoch ms
 * @returns their uids, and their claims, which are the same
 */
export async function makeUpMembers(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  count: number,
  now: number,
) {
  const claims = claimsOf(ACCESS);
  const uids = Array.from({ length: count }, (_, index) => `made-up-${index}`);
  const accounts = uids.map((uid) => ({ uid, email: emailOf(uid), customClaims: claims }));
  for (let from = 0; from < count; from += AT_ONCE)
    await auth.importUsers(accounts.slice(from, from + AT_ONCE));
  const writer = firestore.bulkWriter({ throttling: false });
  for (const uid of uids) void writer.set(firestore.doc(`users/${uid}`), memberOf(uid, now));
  await writer.close();
  return { uids, claims };
}
