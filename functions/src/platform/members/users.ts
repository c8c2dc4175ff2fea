import {
  isLocked,
  LOCK_MS,
  type Notification,
  NOTIFICATIONS,
  userDocumentSchema,
  type UserRecord,
  type ZoneChoice,
} from '@quantalgo/contracts';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { GUEST } from '../../domain/access';
import { parseDocument } from '../core/documents';

/** The document that holds a member's access. */
export const userRef = (firestore: Firestore, uid: string) =>
  firestore.collection('users').doc(uid);

/** The member that a document describes, null where there is none. */
export const userOf = (snapshot: DocumentSnapshot): UserRecord | null =>
  parseDocument(userDocumentSchema, snapshot);

/** The member's record as it is now, null where there is none. */
export const readUser = async (firestore: Firestore, uid: string): Promise<UserRecord | null> =>
  userOf(await userRef(firestore, uid).get());

/** The member was deleted while a call of theirs was under way. */
export class MemberGone extends Error {
  override readonly name = 'MemberGone';
}

/**
 * The member for whom a transaction is about to write: nothing of theirs is written once their record is gone.
 * @throws MemberGone
 */
export async function memberIn(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
): Promise<UserRecord> {
  const record = userOf(await transaction.get(userRef(firestore, uid)));
  if (!record) throw new MemberGone(`There is no member ${uid} any more`);
  return record;
}

/**
 * Starts the countdown of a locked dashboard at `now` (epoch ms), once: later calls change nothing.
 * @returns the record as it is afterwards, null where there is none.
 */
export async function startLock(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<UserRecord | null> {
  const reference = userRef(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const record = userOf(await transaction.get(reference));
    if (!record || !isLocked(record) || record.lockExpiresAt !== null) return record;
    const lockExpiresAt = now + LOCK_MS;
    transaction.update(reference, { lockExpiresAt: Timestamp.fromMillis(lockExpiresAt) });
    return { ...record, lockExpiresAt };
  });
}

/** Who a new member says they are. */
export interface NewMember {
  readonly uid: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly telegram: string | null;
  /** True where they are to choose a password before anything else. */
  readonly needsPassword: boolean;
}

/** Writes the record of a new member, a guest, with the admission code that nobody has yet. */
export function createMember(
  firestore: Firestore,
  transaction: Transaction,
  member: NewMember,
  code: string,
  now: number,
): void {
  const { uid, fullName, email, phone, country, telegram, needsPassword } = member;
  transaction.create(firestore.collection('admissionCodes').doc(code), { uid });
  transaction.create(userRef(firestore, uid), {
    ...{ fullName, email, phone, country, telegram },
    ...(needsPassword && { needsPassword }),
    nameLower: lowerName(fullName),
    ...GUEST,
    admissionCode: code,
    createdAt: Timestamp.fromMillis(now),
  });
}

/** What a member changes of their own; what is not named stays. */
export interface AccountChange {
  readonly fullName?: string | undefined;
  readonly notifications?: Readonly<Partial<Record<Notification, boolean | undefined>>> | undefined;
  readonly zone?: ZoneChoice | undefined;
}

/**
 * Changes name, notifications and time zone.
 * @returns the record as it is afterwards
 * @throws MemberGone
 */
export async function changeAccount(
  firestore: Firestore,
  uid: string,
  { fullName, notifications, zone }: AccountChange,
): Promise<UserRecord> {
  return firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    const chosen = { ...record.notifications };
    for (const kind of NOTIFICATIONS) chosen[kind] = notifications?.[kind] ?? chosen[kind];
    const changed = {
      fullName: fullName ?? record.fullName,
      notifications: chosen,
      zone: zone ?? record.zone,
    };
    const nameLower = lowerName(changed.fullName);
    transaction.update(userRef(firestore, uid), { ...changed, nameLower });
    return { ...record, ...changed };
  });
}

/** A full name as staff search for it: whoever types its beginning, in any case, finds it. */
export const lowerName = (fullName: string): string => fullName.toLowerCase();
