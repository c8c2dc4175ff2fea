import { ACCESS_STATES, type UserRecord } from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { isSameAccess } from '../../domain/access';
import { writeAccessChange, type AccessOrder } from './changeAccess';

/** A tier that staff grants to whoever proved a funded account. */
export type GrantedTier = 'starter' | 'essential';

/** Grants a tier in a transaction that has read the record; false where the member has it already. */
export function writeGrant(
  firestore: Firestore,
  transaction: Transaction,
  user: UserRecord,
  { tier, ...order }: Omit<AccessOrder, 'change'> & { readonly tier: GrantedTier },
): boolean {
  const change = ACCESS_STATES[tier];
  if (isSameAccess(user, change)) return false;
  writeAccessChange(firestore, transaction, user, { ...order, change });
  return true;
}
