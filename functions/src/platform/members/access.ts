import {
  ACCESS_STATES,
  type AccessClaims,
  accessClaimsSchema,
  claimsOf,
  userDocumentSchema,
  type UserRecord,
} from '@quantalgo/contracts';
import type { Auth, UserRecord as Account } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { type AccessChange, accessProblem, changedAccess, isSameAccess } from '../../domain/access';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { queuePush } from '../core/outbox';
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
  if (!isSame) writeAccessChange(firestore, transaction, record, order);
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

async function accountOf(auth: Auth, uid: string): Promise<Account | null> {
  const { users } = await auth.getUsers([{ uid }]);
  return users[0] ?? null;
}

function isSame(held: Account['customClaims'], wanted: AccessClaims | null): boolean {
  if (!wanted) return Object.keys(held ?? {}).length === 0;
  const parsed = accessClaimsSchema.safeParse(held).data;
  return (
    parsed?.tier === wanted.tier &&
    parsed.unlocked === wanted.unlocked &&
    parsed.staff === wanted.staff &&
    parsed.accessVersion === wanted.accessVersion
  );
}

/**
 * Makes an account's claims those that its live user document asks for; none without a document. Who is of staff no more
 * has their sessions ended, before the claims tell so: broken off in between, the next run does both. Safe to run twice
 * and late, since it never trusts what it was started with.
 * @returns true when the claims had to change
 */
export async function syncAccessClaims(
  { firestore, auth }: { firestore: Firestore; auth: Auth },
  uid: string,
): Promise<boolean> {
  const account = await accountOf(auth, uid);
  if (!account) return false;
  const user = await firestore.doc(`users/${uid}`).get();
  const wanted = user.exists ? claimsOf(userDocumentSchema.parse(user.data())) : null;
  if (isSame(account.customClaims, wanted)) return false;
  const wasStaff = accessClaimsSchema.safeParse(account.customClaims).data?.staff === true;
  if (wasStaff && wanted?.staff !== true) await auth.revokeRefreshTokens(uid);
  await auth.setCustomUserClaims(uid, wanted);
  return true;
}
