import { NOTIFICATIONS, type Notification, type UserRecord } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { lowerName } from '../users/searchName';
import { memberIn, userRef } from '../users/users';

/** What a member changes of their own; what is not named stays. */
export interface AccountChange {
  readonly fullName?: string | undefined;
  readonly notifications?: Readonly<Partial<Record<Notification, boolean | undefined>>> | undefined;
}

/**
 * Changes name and notifications.
 * @returns the record as it is afterwards
 * @throws MemberGone
 */
export async function changeAccount(
  firestore: Firestore,
  uid: string,
  { fullName, notifications }: AccountChange,
): Promise<UserRecord> {
  return firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    const chosen = { ...record.notifications };
    for (const kind of NOTIFICATIONS) chosen[kind] = notifications?.[kind] ?? chosen[kind];
    const changed = { fullName: fullName ?? record.fullName, notifications: chosen };
    const nameLower = lowerName(changed.fullName);
    transaction.update(userRef(firestore, uid), { ...changed, nameLower });
    return { ...record, ...changed };
  });
}
