import { claimsOf, userDocumentSchema } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { ACCOUNTS, PASSWORD, type Account } from './accounts';

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

/** Creates the accounts of every local suite. `now` in epoch ms. */
export async function seedPeople(
  services: { auth: Auth; database: Firestore },
  now: number,
): Promise<void> {
  await Promise.all(ACCOUNTS.map((account) => createAccount(services, account, now)));
}
