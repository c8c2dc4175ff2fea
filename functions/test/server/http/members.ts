import { randomUUID } from 'node:crypto';
import { sessionSchema, type Tier } from '@quantalgo/contracts';
import { Timestamp } from 'firebase-admin/firestore';
import type { Api } from './suite';

export const PASSWORD = 'Trader2026';

interface Given {
  readonly tier?: Tier;
  readonly dashboardUnlocked?: boolean;
  readonly staff?: boolean;
  readonly fullName?: string;
}

/** A confirmed account with its record. */
export async function createMember(
  { auth, firestore }: Pick<Api, 'auth' | 'firestore'>,
  { tier = 'guest', dashboardUnlocked = tier !== 'guest', staff = false, fullName }: Given = {},
) {
  const uid = randomUUID();
  const email = `${uid}@quantalgo.test`;
  await auth.createUser({ uid, email, password: PASSWORD });
  await firestore.doc(`users/${uid}`).set({
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
    createdAt: Timestamp.fromMillis(Date.parse('2026-11-01T08:00:00Z')),
    lockExpiresAt: null,
  });
  return { uid, email };
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
