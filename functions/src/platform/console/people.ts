import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { toUser, userDocumentSchema } from '@quantalgo/contracts/account/member';
import { DEFAULT_NOTIFICATIONS, DEFAULT_PREFERENCES } from '@quantalgo/contracts/settings/settings';
import { cleanEmail } from '@quantalgo/contracts/core/identity';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { registrationDocument } from '../../collections/account';
import { GUEST } from '../../domain/access/access';
import { parseDocument } from '../core/documents';
import { parseUser, userRef } from '../account/users';

const personSchema = z.pick(userDocumentSchema, { fullName: true, email: true });

export type Person = z.infer<typeof personSchema>;

/** Uids that can be document ids. Other texts, such as a command's name, belong to no member. */
const UID_PATTERN = /^[\w-]{1,128}$/;

export async function readPeople(
  firestore: Firestore,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const uniqueUids = [...new Set(uids)].filter((uid) => UID_PATTERN.test(uid));
  if (uniqueUids.length === 0) return new Map();
  const references = uniqueUids.map((uid) => userRef(firestore, uid));
  const users = await firestore.getAll(...references, { fieldMask: ['fullName', 'email'] });
  return new Map(
    users.flatMap((user) => {
      const person = parseDocument(personSchema, user);
      return person ? [[user.id, person]] : [];
    }),
  );
}

/** Accepts an id or an address in any case. Returns unknown ones unchanged. */
export async function findMemberUid(
  firestore: Firestore,
  idOrAddress: string | undefined,
): Promise<string | undefined> {
  if (idOrAddress === undefined || idOrAddress === '') return undefined;
  if (!idOrAddress.includes('@')) return idOrAddress;
  const users = firestore
    .collection('users')
    .where('email', '==', cleanEmail(idOrAddress))
    .limit(1);
  return (await users.get()).docs[0]?.id ?? idOrAddress;
}

export function toUserRow(snapshot: DocumentSnapshot): AdminUser | null {
  const record = parseUser(snapshot);
  if (!record) return null;
  const since = record.proofWaitingSince ?? null;
  return {
    // Staff don't see a member's risk-desk figures, stop or read mark.
    ...toUser(snapshot.id, { ...record, desk: null, stoppedUntil: null, readMark: undefined }),
    confirmed: true,
    proofWaitingSince: since === null ? null : new Date(since).toISOString(),
  };
}

export const readUserRow = async (firestore: Firestore, uid: string): Promise<AdminUser | null> =>
  toUserRow(await userRef(firestore, uid).get());

const registrationSchema = z.pick(registrationDocument, {
  fullName: true,
  email: true,
  createdAt: true,
});

/** Access version 0, because no access was ever written. */
const UNCONFIRMED_FIELDS = {
  ...GUEST,
  accessVersion: 0,
  admissionCode: '',
  notifications: DEFAULT_NOTIFICATIONS,
  ...DEFAULT_PREFERENCES,
  desk: null,
} as const;

export function toUnconfirmedRow(snapshot: DocumentSnapshot): AdminUser | null {
  const stored = parseDocument(registrationSchema, snapshot);
  if (!stored) return null;
  const user = toUser(snapshot.id, { ...UNCONFIRMED_FIELDS, ...stored });
  return { ...user, confirmed: false, proofWaitingSince: null };
}
