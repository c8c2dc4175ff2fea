import { type Access, claimsOf, userDocumentSchema } from '@quantalgo/contracts';
import { type Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';

/** Somebody who can sign in, with the password of all of them. */
export interface Account extends Access {
  readonly uid: string;
  readonly email: string;
  readonly fullName: string;
  readonly admissionCode: string;
}

const seeded = (name: string, fullName: string, access: Access): Account => ({
  uid: `seed-${name}`,
  email: `${name}@quantalgo.test`,
  fullName,
  admissionCode: `QA-${name.slice(0, 5).toUpperCase()}-1`,
  ...access,
});

const unlocked = { dashboardUnlocked: true, staff: false };

/** The accounts of every local suite: one for each of the four kinds of people who sign in. */
export const ACCOUNTS: readonly Account[] = [
  seeded('guest', 'Kofi Mensah', { tier: 'guest', dashboardUnlocked: false, staff: false }),
  seeded('starter', 'Ada Obi', { tier: 'starter', ...unlocked }),
  seeded('essential', 'Chidi Eze', { tier: 'essential', ...unlocked }),
  seeded('staff', 'Amina Bello', { tier: 'guest', dashboardUnlocked: false, staff: true }),
];

/** Their password. */
export const PASSWORD = 'Trader2026';

function userDocument(account: Account, now: number) {
  const { uid, ...fields } = account;
  const data = {
    ...fields,
    hasDeposited: account.tier !== 'guest',
    accessVersion: 1,
    accessPath: null,
    codeActivated: false,
    createdAt: Timestamp.fromMillis(now),
    lockExpiresAt: null,
  };
  userDocumentSchema.parse(data);
  return data;
}

/** Creates an account with its record and the claims that mirror it. `now` in epoch ms. */
export async function createAccount(
  { auth, database }: { auth: Auth; database: Firestore },
  account: Account,
  now: number,
): Promise<void> {
  const { uid, email, fullName } = account;
  const record = { uid, email, displayName: fullName, password: PASSWORD, emailVerified: true };
  await auth.createUser(record);
  const document = userDocument(account, now);
  await auth.setCustomUserClaims(uid, claimsOf(document));
  await database.doc(`users/${uid}`).set(document);
}

/** Accounts that are imported with one call. */
const AT_ONCE = 1000;

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
  const members = Array.from({ length: count }, (_, index): Account => {
    const uid = `made-up-${index}`;
    const person = { uid, email: `${uid}@example.test`, fullName: 'Ada Obi' };
    return { ...person, admissionCode: 'QA-7F3K2P', tier: 'essential', ...unlocked };
  });
  const claims = claimsOf({ tier: 'essential', ...unlocked, accessVersion: 1 });
  const accounts = members.map(({ uid, email }) => ({ uid, email, customClaims: claims }));
  for (let from = 0; from < count; from += AT_ONCE)
    await auth.importUsers(accounts.slice(from, from + AT_ONCE));
  const writer = firestore.bulkWriter({ throttling: false });
  for (const member of members)
    void writer.set(firestore.doc(`users/${member.uid}`), {
      ...userDocument(member, now),
      nameLower: member.fullName.toLowerCase(),
    });
  await writer.close();
  return { uids: members.map(({ uid }) => uid), claims };
}
