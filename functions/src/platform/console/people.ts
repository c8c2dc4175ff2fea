import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import {
  DEFAULT_NOTIFICATIONS,
  toUser,
  userDocumentSchema,
} from '@quantalgo/contracts/account/member';
import { cleanEmail } from '@quantalgo/contracts/core/identity';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { registrationDocument } from '../../collections/account';
import { GUEST } from '../../domain/access/access';
import { parseDocument } from '../core/documents';
import { userOf, userRef } from '../account/users';

const schema = z.pick(userDocumentSchema, { fullName: true, email: true });

/** A member's name and address, as shown in the console. */
export type Person = z.infer<typeof schema>;

/** Uids that can be document ids; others, such as the name of a command, belong to nobody. */
const UID = /^[\w-]{1,128}$/;

/** Names and addresses of members by their ids, without members who no longer exist. */
export async function peopleOf(
  firestore: Firestore,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const asked = [...new Set(uids)].filter((uid) => UID.test(uid));
  if (asked.length === 0) return new Map();
  const references = asked.map((uid) => userRef(firestore, uid));
  const users = await firestore.getAll(...references, { fieldMask: ['fullName', 'email'] });
  return new Map(
    users.flatMap((user) => {
      const person = parseDocument(schema, user);
      return person ? [[user.id, person]] : [];
    }),
  );
}

/** The id of the member with an id or an address (in any case); an unknown one is returned unchanged. */
export async function uidNamedBy(
  firestore: Firestore,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined || named === '') return undefined;
  if (!named.includes('@')) return named;
  const users = firestore.collection('users').where('email', '==', cleanEmail(named)).limit(1);
  return (await users.get()).docs[0]?.id ?? named;
}

/** A member's row in the console; null where there is no such member. */
export function rowOf(snapshot: DocumentSnapshot): AdminUser | null {
  const record = userOf(snapshot);
  if (!record) return null;
  const since = record.proofWaitingSince ?? null;
  return {
    // Staff don't see a member's risk-desk figures and stop.
    ...toUser(snapshot.id, { ...record, desk: null, stoppedUntil: null }),
    confirmed: true,
    proofWaitingSince: since === null ? null : new Date(since).toISOString(),
  };
}

/** Reads a member's current row; null where there is no such member. */
export const readRow = async (firestore: Firestore, uid: string): Promise<AdminUser | null> =>
  rowOf(await userRef(firestore, uid).get());

const registrationSchema = z.pick(registrationDocument, {
  fullName: true,
  email: true,
  createdAt: true,
});

/** Fields of an unconfirmed registration's row; access version 0, because none was ever written. */
const UNCONFIRMED = {
  ...GUEST,
  accessVersion: 0,
  admissionCode: '',
  notifications: DEFAULT_NOTIFICATIONS,
  zone: 'wat',
  payout: STATED_PAYOUT,
  desk: null,
} as const;

/** The row of an unconfirmed registration. */
export function unconfirmedRowOf(snapshot: DocumentSnapshot): AdminUser | null {
  const stored = parseDocument(registrationSchema, snapshot);
  if (!stored) return null;
  const user = toUser(snapshot.id, { ...UNCONFIRMED, ...stored });
  return { ...user, confirmed: false, proofWaitingSince: null };
}
