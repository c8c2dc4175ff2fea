import { type Access, toAccessClaims } from '@quantalgo/contracts/access/access';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { toSearchName } from '@quantalgo/contracts/account/searchName';
import { parsePeppers } from '@quantalgo/functions/platform/core/secrets';
import { addressKey, addressRef } from '@quantalgo/functions/platform/auth/addresses';
import { credentialRef, toCredentialFields } from '@quantalgo/functions/platform/auth/credentials';
import { type PasswordHash, createPasswords } from '@quantalgo/functions/platform/auth/passwords';
import { toSessionFields } from '@quantalgo/functions/platform/auth/sessions';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { LOCAL_KEYS } from './environment';
import type { CountryName } from '@quantalgo/contracts/auth/countries';

export interface Account extends Access {
  readonly uid: string;
  readonly email: string;
  readonly fullName: string;
  readonly admissionCode: string;
  readonly country: CountryName;
}

/** In the form of real codes, which staff can search for in any spelling. */
const buildAdmissionCode = (name: string): string =>
  `QA-${name.slice(0, 3)}-${name.padEnd(6, 'x').slice(3, 6)}`.toUpperCase();

const buildAccount = (
  name: string,
  person: Pick<Account, 'fullName' | 'country'>,
  access: Access,
): Account => ({
  uid: `seed-${name}`,
  email: `${name}@quantalgo.test`,
  ...person,
  admissionCode: buildAdmissionCode(name),
  ...access,
});

const UNLOCKED_ACCESS = { dashboardUnlocked: true, staff: false };

export const ACCOUNTS: readonly Account[] = [
  buildAccount(
    'guest',
    { fullName: 'Kofi Mensah', country: 'Ghana' },
    { tier: 'guest', dashboardUnlocked: false, staff: false },
  ),
  buildAccount(
    'starter',
    { fullName: 'Ada Obi', country: 'Nigeria' },
    { tier: 'starter', ...UNLOCKED_ACCESS },
  ),
  buildAccount(
    'essential',
    { fullName: 'Chidi Eze', country: 'United Kingdom' },
    { tier: 'essential', ...UNLOCKED_ACCESS },
  ),
  buildAccount(
    'staff',
    { fullName: 'Amina Bello', country: 'Kenya' },
    { tier: 'guest', dashboardUnlocked: false, staff: true },
  ),
];

export function getSeededAccount(email: string): Account {
  const account = ACCOUNTS.find((candidate) => candidate.email === email);
  if (!account) throw new Error(`No seeded account has the address ${email}`);
  return account;
}

export const PASSWORD = 'Trader2026';

function buildUserDocument(account: Account, now: number) {
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

let cachedHash: Promise<PasswordHash> | undefined;

/** Computed once, because the hash is slow by design. */
const getPasswordHash = (): Promise<PasswordHash> =>
  (cachedHash ??= createPasswords(parsePeppers(LOCAL_KEYS.passwordPepper)).hash(PASSWORD));

/** Also writes the user document, the password and the matching claims. `now` in epoch ms. */
export async function createAccount(
  { auth, database }: { auth: Auth; database: Firestore },
  account: Account,
  now: number,
): Promise<void> {
  const { uid, email } = account;
  const document = buildUserDocument(account, now);
  await auth.createUser({ uid });
  await auth.setCustomUserClaims(uid, toAccessClaims(document));
  const batch = database.batch();
  batch.set(database.doc(`users/${uid}`), document);
  batch.set(addressRef(database, addressKey(email)), { uid });
  batch.set(credentialRef(database, uid), toCredentialFields(await getPasswordHash(), now));
  await batch.commit();
}

export const getSessionId = (uid: string): string => `session-of-${uid}`;

const IMPORT_BATCH_SIZE = 1000;

/**
 * Creates Essential members, each with a session but no password.
 * @param now epoch ms
 * @returns their uids, and the claims that all of them have
 */
export async function createFakeMembers(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  count: number,
  now: number,
) {
  const members = Array.from({ length: count }, (_, index): Account => {
    const uid = `made-up-${index}`;
    const person = { uid, email: `${uid}@example.test`, fullName: 'Ada Obi' };
    const admission = { admissionCode: 'QA-7F3K2P', country: 'Nigeria' } as const;
    return { ...person, ...admission, tier: 'essential', ...UNLOCKED_ACCESS };
  });
  const claims = toAccessClaims({ tier: 'essential', ...UNLOCKED_ACCESS, accessVersion: 1 });
  const accounts = members.map(({ uid }) => ({ uid, customClaims: claims }));
  for (let from = 0; from < count; from += IMPORT_BATCH_SIZE)
    await auth.importUsers(accounts.slice(from, from + IMPORT_BATCH_SIZE));
  const writer = firestore.bulkWriter({ throttling: false });
  for (const member of members) {
    const { uid, email } = member;
    const nameLower = toSearchName(member.fullName);
    void writer.set(firestore.doc(`users/${uid}`), {
      ...buildUserDocument(member, now),
      nameLower,
    });
    void writer.set(addressRef(firestore, addressKey(email)), { uid });
    void writer.set(credentialRef(firestore, uid), toCredentialFields(null, now));
    void writer.set(
      firestore.doc(`sessions/${getSessionId(uid)}`),
      toSessionFields(uid, now, true),
    );
  }
  await writer.close();
  return { uids: members.map(({ uid }) => uid), claims };
}
