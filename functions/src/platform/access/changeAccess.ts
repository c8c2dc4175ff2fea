import type { UserRecord } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { changedAccess, type AccessChange } from '../../domain/access';
import { syncAccessClaims } from '../accessClaims';
import { userOf, userRef } from '../users/users';

/** Who changes whose access, to what and why. */
export interface AccessOrder {
  readonly uid: string;
  readonly change: AccessChange;
  /** Uid of whoever caused it. */
  readonly by: string;
  /** In the words of the audit. */
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Writes a change of access with its event, for a transaction that has read the record. */
export function writeAccessChange(
  firestore: Firestore,
  transaction: Transaction,
  record: UserRecord,
  { uid, change, by, reason, now }: AccessOrder,
): void {
  const { before, after } = changedAccess(record, change);
  const at = Timestamp.fromMillis(now);
  transaction.update(userRef(firestore, uid), { ...after });
  transaction.create(firestore.collection('accessEvents').doc(), {
    uid,
    by,
    reason,
    before,
    after,
    at,
  });
}

/**
 * Changes a member's access: record, version and event in one transaction, then the claims that mirror it. Every change
 * of access goes through here or through {@link writeAccessChange}.
 * @returns false where there is no such member
 */
export async function changeAccess(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  order: AccessOrder,
): Promise<boolean> {
  const changed = await firestore.runTransaction(async (transaction) => {
    const record = userOf(await transaction.get(userRef(firestore, order.uid)));
    if (record) writeAccessChange(firestore, transaction, record, order);
    return record !== null;
  });
  if (changed) await syncAccessClaims({ auth, firestore }, order.uid);
  return changed;
}
