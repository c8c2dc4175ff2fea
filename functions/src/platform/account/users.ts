import { isLocked } from '@quantalgo/contracts/access/access';
import { LOCK_DURATION_MS } from '@quantalgo/contracts/access/lock';
import { userDocumentSchema, type UserRecord } from '@quantalgo/contracts/account/member';
import { toSearchName } from '@quantalgo/contracts/account/searchName';
import { applyNotifications, applyPreferences } from '@quantalgo/contracts/settings/settings';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { GUEST } from '../../domain/access/access';
import { type AccountChange, getLaterStop, findReplacedValues } from '../../domain/account/account';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { updatePackFromRecord, readMemberPack } from './pushPacks';

export const userRef = (firestore: Firestore, uid: string) =>
  firestore.collection('users').doc(uid);

export const parseUser = (snapshot: DocumentSnapshot): UserRecord | null =>
  parseDocument(userDocumentSchema, snapshot);

export const readUser = async (firestore: Firestore, uid: string): Promise<UserRecord | null> =>
  parseUser(await userRef(firestore, uid).get());

export class MemberGoneError extends Error {
  override readonly name = 'MemberGoneError';

  constructor(message = 'The member no longer exists') {
    super(message);
  }
}

/** Ensures that nothing is written for a deleted member. @throws MemberGoneError */
export async function requireMember(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
): Promise<UserRecord> {
  const record = parseUser(await transaction.get(userRef(firestore, uid)));
  if (!record) throw new MemberGoneError();
  return record;
}

export async function startLock(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<UserRecord | null> {
  const reference = userRef(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const record = parseUser(await transaction.get(reference));
    if (!record || !isLocked(record) || record.lockExpiresAt !== null) return record;
    const lockExpiresAt = now + LOCK_DURATION_MS;
    transaction.update(reference, { lockExpiresAt: Timestamp.fromMillis(lockExpiresAt) });
    return { ...record, lockExpiresAt };
  });
}

export interface NewMember {
  readonly uid: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly telegram: string | null;
  readonly needsPassword: boolean;
}

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
    fullName,
    email,
    phone,
    country,
    telegram,
    ...(needsPassword && { needsPassword }),
    nameLower: toSearchName(fullName),
    ...GUEST,
    admissionCode: code,
    createdAt: Timestamp.fromMillis(now),
  });
}

/**
 * Also stores overwritten values that the calling device hadn't seen. Idempotent per call.
 * @throws MemberGoneError
 */
export async function changeAccount(
  firestore: Firestore,
  {
    uid,
    change,
    call,
  }: { readonly uid: string; readonly change: AccountChange; readonly call: IdempotentCall | null },
  now: number,
): Promise<UserRecord> {
  const { fullName, phone, telegram, country, notifications, desk } = change;
  return firestore.runTransaction(async (transaction) => {
    const record = await requireMember(firestore, transaction, uid);
    if (await wasCallApplied(firestore, transaction, call)) return record;
    const pack = await readMemberPack(firestore, transaction, uid);
    const fields = {
      fullName: fullName ?? record.fullName,
      phone: phone ?? record.phone ?? null,
      telegram: telegram === '' ? null : (telegram ?? record.telegram ?? null),
      country: country ?? record.country ?? null,
      notifications: applyNotifications(record.notifications, notifications),
      ...applyPreferences(record, change),
      desk: desk ?? record.desk,
      replaced: findReplacedValues(record, change),
    };
    const stoppedUntil = getLaterStop(record.stoppedUntil, change.stoppedUntil);
    rememberCall(firestore, transaction, call, now);
    transaction.update(userRef(firestore, uid), {
      ...fields,
      nameLower: toSearchName(fields.fullName),
      stoppedUntil: stoppedUntil === null ? null : Timestamp.fromMillis(stoppedUntil),
    });
    const updatedRecord = { ...record, ...fields, stoppedUntil };
    updatePackFromRecord(pack, updatedRecord);
    return updatedRecord;
  });
}
