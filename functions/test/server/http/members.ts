import { randomBytes, randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { parsePeppers } from '../../../src/platform/core/secrets';
import { addressKey, addressRef } from '../../../src/platform/auth/addresses';
import { credentialRef, toCredentialFields } from '../../../src/platform/auth/credentials';
import { createPasswords } from '../../../src/platform/auth/passwords';
import type { Api } from './suite';

export const PASSWORD = 'Trader2026';

/** For tests that call the emulated functions, which check passwords with this pepper. */
export const getSuiteDeps = (firestore: Firestore) => ({
  firestore,
  passwords: createPasswords(parsePeppers(process.env['SUITE_PASSWORD_PEPPER'] ?? '')),
});

interface MemberOptions {
  readonly tier?: Tier;
  readonly dashboardUnlocked?: boolean;
  readonly staff?: boolean;
  readonly fullName?: string;
}

export async function createMember(
  { firestore, passwords }: Pick<Api, 'firestore' | 'passwords'>,
  {
    tier = 'guest',
    dashboardUnlocked = tier !== 'guest',
    staff = false,
    fullName,
  }: MemberOptions = {},
) {
  const uid = randomUUID();
  const email = `${uid}@quantalgo.test`;
  const at = Timestamp.fromMillis(Date.parse('2026-11-01T08:00:00Z'));
  const password = await passwords.hash(PASSWORD);
  const batch = firestore.batch();
  batch.set(addressRef(firestore, addressKey(email)), { uid });
  batch.set(credentialRef(firestore, uid), toCredentialFields(password, at.toMillis()));
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

export async function removeMember(
  { auth, firestore }: Pick<Api, 'auth' | 'firestore'>,
  uid: string,
): Promise<void> {
  const queries = ['sessions', 'addresses'].map((name) =>
    firestore.collection(name).where('uid', '==', uid).get(),
  );
  const references = (await Promise.all(queries)).flatMap(({ docs }) => docs.map(({ ref }) => ref));
  const ownDocuments = ['users', 'credentials', 'secondFactors'].map((name) =>
    firestore.doc(`${name}/${uid}`),
  );
  await Promise.all([...references, ...ownDocuments].map((reference) => reference.delete()));
  await auth.deleteUsers([uid]);
}

export async function logIn(api: Api, email: string, password = PASSWORD) {
  const { envelope } = await api.call('/auth/login', { method: 'POST', body: { email, password } });
  return sessionSchema.parse(envelope?.data);
}

export async function logInNewMember(api: Api, options: MemberOptions = {}) {
  const member = await createMember(api, options);
  return { ...member, ...(await logIn(api, member.email)) };
}

/** Unique. Has letters only, because a run of digits could be a phone number. */
export const randomName = (): string =>
  `N${randomBytes(10)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
