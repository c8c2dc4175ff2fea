import { randomBytes, randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { peppersIn } from '../../../src/platform/core/secrets';
import { addressKey, addressRef } from '../../../src/platform/auth/addresses';
import { credentialRef } from '../../../src/platform/auth/credentials';
import { passwordsOf } from '../../../src/platform/auth/passwords';
import type { Api } from './suite';

export const PASSWORD = 'Trader2026';

/** What members of the suite itself are made with: its functions look their passwords up. */
export const ofSuite = (firestore: Firestore) => ({
  firestore,
  passwords: passwordsOf(peppersIn(process.env['SUITE_PASSWORD_PEPPER'] ?? '')),
});

interface Given {
  readonly tier?: Tier;
  readonly dashboardUnlocked?: boolean;
  readonly staff?: boolean;
  readonly fullName?: string;
}

/** A confirmed account with its record. */
export async function createMember(
  { firestore, passwords }: Pick<Api, 'firestore' | 'passwords'>,
  { tier = 'guest', dashboardUnlocked = tier !== 'guest', staff = false, fullName }: Given = {},
) {
  const uid = randomUUID();
  const email = `${uid}@quantalgo.test`;
  const at = Timestamp.fromMillis(Date.parse('2026-11-01T08:00:00Z'));
  const password = await passwords.hash(PASSWORD);
  const batch = firestore.batch();
  batch.set(addressRef(firestore, addressKey(email)), { uid });
  batch.set(credentialRef(firestore, uid), {
    password,
    changedAt: at,
    blocked: false,
  });
  batch.set(firestore.doc(`users/${uid}`), {
    fullName: fullName ?? 'Ada Obi',
    email,
    admissionCode: 'QA-7F3K2P',
    tier,
    dashboardUnlocked,
    hasDeposited: tier !== 'guest',
    staff,
    accessVersion: 1,
    accessPath: null,
    codeActivated: false,
    createdAt: at,
    lockExpiresAt: null,
  });
  await batch.commit();
  return { uid, email };
}

/** Removes what was made for a member, and what their calls left. */
export async function removeMember(
  { auth, firestore }: Pick<Api, 'auth' | 'firestore'>,
  uid: string,
): Promise<void> {
  const owned = ['sessions', 'addresses'].map((name) =>
    firestore.collection(name).where('uid', '==', uid).get(),
  );
  const found = (await Promise.all(owned)).flatMap(({ docs }) => docs.map(({ ref }) => ref));
  const named = ['users', 'credentials', 'secondFactors'].map((name) =>
    firestore.doc(`${name}/${uid}`),
  );
  await Promise.all([...found, ...named].map((reference) => reference.delete()));
  await auth.deleteUsers([uid]);
}

/** What `/auth/login` answers to the right password. */
export async function logIn(api: Api, email: string, password = PASSWORD) {
  const { envelope } = await api.call('/auth/login', { method: 'POST', body: { email, password } });
  return sessionSchema.parse(envelope?.data);
}

/** A member who is logged in. */
export async function signedIn(api: Api, given: Given = {}) {
  const member = await createMember(api, given);
  return { ...member, ...(await logIn(api, member.email)) };
}

/** A display name that nobody else has: letters only, as many digits could be a phone number. */
export const randomName = (): string =>
  `N${randomBytes(10)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
