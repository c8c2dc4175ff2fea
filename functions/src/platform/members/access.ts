import { ACCESS_STATES, type UserRecord } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { type AccessChange, accessProblem, changedAccess, isSameAccess } from '../../domain/access';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { queuePush } from '../core/outbox';
import { syncAccessClaims } from './accessClaims';
import { endSessions } from './endings';
import { userOf, userRef } from './users';

/** Who changes whose access, to what and why. */
interface AccessOrder {
  readonly uid: string;
  readonly change: AccessChange;
  /** Uid of whoever caused it. */
  readonly by: string;
  /** In the words of the audit. */
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** After this time (ms) a device that could not be reached learns of it when its member opens the app. */
const TOLD_WITHIN_MS = 24 * 60 * 60_000;

/** What an order must find. */
export interface AccessCondition {
  /** The `accessVersion` that it changes; null where any will do. */
  readonly version?: number | null;
  /** The call that asks for it, which is applied once; null where it has no key. */
  readonly call?: IdempotentCall | null;
}

/** What came of an order: `same` where there was nothing to change, `stale` where another change was quicker. */
export type AccessOutcome = 'changed' | 'same' | 'stale' | 'missing';

/** An order asks for a state that the product does not have. */
export class ContradictoryAccess extends Error {
  override readonly name = 'ContradictoryAccess';
}

/**
 * Writes a change of access with its event, for a transaction that has read the record.
 * @throws ContradictoryAccess
 */
export function writeAccessChange(
  firestore: Firestore,
  transaction: Transaction,
  record: UserRecord,
  { uid, change, by, reason, now }: AccessOrder,
): void {
  const { before, after } = changedAccess(record, change);
  const problem = accessProblem(after);
  if (problem !== null) throw new ContradictoryAccess(problem);
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
  const told = { event: 'access', uid, about: null, validUntil: now + TOLD_WITHIN_MS } as const;
  queuePush(firestore, transaction, told, now);
}

async function applyOrder(
  firestore: Firestore,
  transaction: Transaction,
  order: AccessOrder,
  { version = null, call = null }: AccessCondition,
): Promise<AccessOutcome> {
  const record = userOf(await transaction.get(userRef(firestore, order.uid)));
  const repeated = call !== null && (await isRepeated(firestore, transaction, call));
  if (!record) return 'missing';
  if (repeated) return 'same';
  if (version !== null && version !== record.accessVersion) return 'stale';
  const isSame = isSameAccess(record, order.change);
  const losesStaff = record.staff && order.change.staff === false;
  // What staff's sessions open is more than a page can take back: whoever is of staff no more signs in anew.
  const end = losesStaff && (await endSessions(firestore, transaction, order.uid, order.now));
  if (!isSame) writeAccessChange(firestore, transaction, record, order);
  if (end) {
    end();
    transaction.delete(firestore.collection('secondFactors').doc(order.uid));
  }
  if (call !== null) rememberCall(firestore, transaction, call, order.now);
  return isSame ? 'same' : 'changed';
}

/**
 * Changes a member's access: record, version and event in one transaction, then the claims that mirror it. Every change
 * of access goes through here or through {@link writeAccessChange}.
 * @throws ContradictoryAccess, KeyReused when the key of the call stands for another one
 */
export async function changeAccess(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  order: AccessOrder,
  condition: AccessCondition = {},
): Promise<AccessOutcome> {
  const outcome = await firestore.runTransaction((transaction) =>
    applyOrder(firestore, transaction, order, condition),
  );
  // Also where there was nothing to change: a run before may have been broken off between the two.
  if (outcome !== 'missing') await syncAccessClaims({ auth, firestore }, order.uid);
  return outcome;
}

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
