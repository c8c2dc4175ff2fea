import { SETTABLE_ACCESS, hasMore } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import {
  type AccessPatch,
  brokenAccessRule,
  changedAccess,
  isSameAccess,
} from '../../domain/access/access';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { queueMail, queuePush } from '../core/queues';
import { syncAccessClaims } from '../auth/accessClaims';
import { endSessions } from '../auth/endings';
import { voiding } from '../auth/issuedCodes';
import { followRecord, type MemberPack, openPack } from '../account/pushPacks';
import { userOf, userRef } from '../account/users';

/** A change of one member's access. */
interface AccessOrder {
  readonly uid: string;
  readonly change: AccessPatch;
  /** Uid of the person who caused it. */
  readonly by: string;
  /** As the audit shows it. */
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** How long (ms) the push is tried; a device not reached by then updates when its member opens the app. */
const PUSH_VALID_MS = 24 * 60 * 60_000;

/** Preconditions of an order. */
export interface AccessCondition {
  /** The expected `accessVersion`; null where any will do. */
  readonly version?: number | null;
  /** The call behind the order, applied only once; null where it has no key. */
  readonly call?: IdempotentCall | null;
}

/** The outcome of an order: `same` where nothing had to change, `stale` where another change came first. */
export type AccessOutcome = 'changed' | 'same' | 'stale' | 'missing';

/** An order for a state that the product doesn't have. */
class ContradictoryAccessError extends Error {
  override readonly name = 'ContradictoryAccessError';
}

/** What a transaction has read of a member before it changes their access; {@link openPack} reads the devices. */
interface Reached {
  readonly record: UserRecord;
  readonly pack: MemberPack;
}

/**
 * Writes a change of access with its event, for a transaction that has read the record, and adjusts the member's
 * devices to it. A change of tier is also mailed, because the member may not have the app open.
 * @throws ContradictoryAccessError
 */
export function writeAccessChange(
  firestore: Firestore,
  transaction: Transaction,
  { record, pack }: Reached,
  { uid, change, by, reason, now }: AccessOrder,
): void {
  const { before, after } = changedAccess(record, change);
  const problem = brokenAccessRule(after);
  if (problem !== null) throw new ContradictoryAccessError(problem);
  const at = Timestamp.fromMillis(now);
  transaction.update(userRef(firestore, uid), { ...after, claimsDueAt: at });
  followRecord(pack, { ...record, ...after });
  transaction.create(firestore.collection('accessEvents').doc(), {
    uid,
    by,
    reason,
    before,
    after,
    at,
  });
  if (before.tier !== after.tier) {
    const basis = after.hasDeposited ? 'deposit' : 'code';
    const parameters = { fullName: record.fullName, tier: after.tier, was: before.tier, basis };
    const order = { template: 'accessChanged', to: record.email, uid, parameters } as const;
    queueMail({ firestore }, transaction, order, now);
  }
  const told = { event: 'access', uid, about: null, validUntil: now + PUSH_VALID_MS } as const;
  queuePush(firestore, transaction, told, now);
}

async function applyOrder(
  firestore: Firestore,
  transaction: Transaction,
  order: AccessOrder,
  { version = null, call = null }: AccessCondition,
): Promise<AccessOutcome> {
  const record = userOf(await transaction.get(userRef(firestore, order.uid)));
  const repeated = await isRepeated(firestore, transaction, call);
  if (!record) return 'missing';
  if (repeated) return 'same';
  if (version !== null && version !== record.accessVersion) return 'stale';
  const isSame = isSameAccess(record, order.change);
  const { tier = record.tier } = order.change;
  // Otherwise the member could type it in later and undo this order.
  const voidOpenCode = hasMore(record, tier) && (await voiding(firestore, transaction, order));
  const pack = await openPack(firestore, transaction, order.uid);
  const losesStaff = record.staff && order.change.staff === false;
  // A page can't take back all that a staff session opens, so removed staff must sign in again.
  const end =
    losesStaff && (await endSessions(firestore, transaction, { uid: order.uid }, order.now));
  // Devices of ended sessions get no more pushes: ending the sessions removes them.
  const devices = end ? { devices: [], write: () => undefined } : pack;
  if (!isSame) writeAccessChange(firestore, transaction, { record, pack: devices }, order);
  if (voidOpenCode) voidOpenCode();
  if (end) {
    end();
    transaction.delete(firestore.collection('secondFactors').doc(order.uid));
  }
  rememberCall(firestore, transaction, call, order.now);
  return isSame ? 'same' : 'changed';
}

/**
 * Changes a member's access: record, version and event in one transaction, then the claims that mirror it. An order that
 * lowers the tier also voids an open dashboard code. Every change of access goes through here or through
 * {@link writeAccessChange}.
 * @throws ContradictoryAccessError, KeyReusedError when the call's key was used for another call
 */
export async function changeAccess(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  order: AccessOrder,
  condition: AccessCondition = {},
): Promise<AccessOutcome> {
  const outcome = await firestore.runTransaction((transaction) =>
    applyOrder(firestore, transaction, order, condition),
  );
  // Also where nothing changed: an earlier run may have been interrupted before it synced the claims.
  if (outcome !== 'missing') await syncAccessClaims({ auth, firestore }, order.uid);
  return outcome;
}

/** A tier that staff grant on proof of a funded account. */
export type GrantedTier = 'starter' | 'essential';

/** Grants a tier in a transaction that has read the record; false where the member has it already. */
export function writeGrant(
  firestore: Firestore,
  transaction: Transaction,
  reached: Reached,
  { tier, ...order }: Omit<AccessOrder, 'change'> & { readonly tier: GrantedTier },
): boolean {
  const change = SETTABLE_ACCESS[tier];
  if (isSameAccess(reached.record, change)) return false;
  writeAccessChange(firestore, transaction, reached, { ...order, change });
  return true;
}
