import {
  getEffectiveTier,
  type GrantableTier,
  SETTABLE_ACCESS,
  hasHigherTier,
} from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import {
  type AccessPatch,
  type AccessState,
  findBrokenAccessRule,
  applyAccessChange,
  isSameAccess,
} from '../../domain/access/access';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { queueEmail, queuePush } from '../core/queues';
import { trySyncAccessClaims } from '../auth/accessClaims';
import { prepareEndSessions } from '../auth/endSessions';
import { prepareVoid } from '../auth/issuedCodes';
import { updatePackFromRecord, type MemberPack, readMemberPack } from '../account/pushPacks';
import { parseUser, userRef } from '../account/users';
import type { ErrorLog } from '../core/log';

interface AccessUpdate {
  readonly uid: string;
  readonly change: AccessPatch;
  readonly by: string;
  /** The issuer of the redeemed dashboard code. */
  readonly issuedBy?: string;
  readonly reason: string;
  readonly now: number;
}

export interface AccessCondition {
  /** Expected `accessVersion`; null skips the check. */
  readonly version?: number | null;
  readonly call?: IdempotentCall | null;
}

/** `stale`: the access changed since the caller read it. */
export type AccessOutcome = 'changed' | 'same' | 'stale' | 'missing';

class ContradictoryAccessError extends Error {
  override readonly name = 'ContradictoryAccessError';
}

interface MemberSnapshot {
  readonly record: UserRecord;
  readonly pack: MemberPack;
}

function getBasis({ staff, codeActivated }: AccessState, change: AccessPatch) {
  if (staff) return 'staff';
  return codeActivated && change.codeActivated === true ? 'code' : 'deposit';
}

/**
 * Call after the transaction has read the record. A new effective tier is emailed and pushed.
 * @throws ContradictoryAccessError
 */
export function writeAccessChange(
  firestore: Firestore,
  transaction: Transaction,
  { record, pack }: MemberSnapshot,
  { uid, change, by, issuedBy, reason, now }: AccessUpdate,
): void {
  const { before, after } = applyAccessChange(record, change);
  const problem = findBrokenAccessRule(after);
  if (problem !== null) throw new ContradictoryAccessError(problem);
  const at = Timestamp.fromMillis(now);
  transaction.update(userRef(firestore, uid), { ...after, claimsDueAt: at });
  updatePackFromRecord(pack, { ...record, ...after });
  transaction.create(firestore.collection('accessEvents').doc(), {
    uid,
    by,
    ...(issuedBy !== undefined && { issuedBy }),
    reason,
    before,
    after,
    at,
  });
  const [was, tier] = [getEffectiveTier(before), getEffectiveTier(after)];
  if (tier === was) return;
  const parameters = { fullName: record.fullName, tier, was, basis: getBasis(after, change) };
  const order = { template: 'accessChanged', to: record.email, uid, parameters } as const;
  queueEmail({ firestore }, transaction, order, now);
  queuePush(firestore, transaction, { event: 'access', uid, about: tier }, now);
}

async function applyUpdate(
  firestore: Firestore,
  transaction: Transaction,
  update: AccessUpdate,
  { version = null, call = null }: AccessCondition,
): Promise<AccessOutcome> {
  const record = parseUser(await transaction.get(userRef(firestore, update.uid)));
  const isRetry = await wasCallApplied(firestore, transaction, call);
  if (!record) return 'missing';
  if (isRetry) return 'same';
  if (version !== null && version !== record.accessVersion) return 'stale';
  const isSame = isSameAccess(record, update.change);
  const { tier = record.tier } = update.change;
  // Otherwise the member could redeem an open code later and undo this change.
  const voidOpenCode =
    hasHigherTier(record, tier) && (await prepareVoid(firestore, transaction, update));
  const pack = await readMemberPack(firestore, transaction, update.uid);
  const losesStaff = record.staff && update.change.staff === false;
  // Former staff must log in again, because an open page keeps its staff data.
  const endSessions =
    losesStaff &&
    (await prepareEndSessions(firestore, transaction, { uid: update.uid }, update.now));
  // Ending the sessions also removes their devices from the pack.
  const packToUpdate = endSessions ? { devices: [], write: () => undefined } : pack;
  if (!isSame) writeAccessChange(firestore, transaction, { record, pack: packToUpdate }, update);
  if (voidOpenCode) voidOpenCode();
  if (endSessions) {
    endSessions();
    transaction.delete(firestore.collection('secondFactors').doc(update.uid));
  }
  rememberCall(firestore, transaction, call, update.now);
  return isSame ? 'same' : 'changed';
}

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly log: ErrorLog;
}

/**
 * Changes a member's access in one transaction, then tries to sync the claims (a trigger and a sweep
 * repeat that). A lower tier voids an open dashboard code. All access changes go through here or
 * {@link writeAccessChange}.
 * @throws ContradictoryAccessError, KeyReusedError
 */
export async function changeAccess(
  deps: Deps,
  update: AccessUpdate,
  condition: AccessCondition = {},
): Promise<AccessOutcome> {
  const { firestore } = deps;
  const outcome = await firestore.runTransaction((transaction) =>
    applyUpdate(firestore, transaction, update, condition),
  );
  // Also for `same`: an earlier run may have stopped before syncing the claims.
  if (outcome !== 'missing') await trySyncAccessClaims(deps, update.uid);
  return outcome;
}

/** Returns false if the member already has the tier. Call after reading the record. */
export function grantTier(
  firestore: Firestore,
  transaction: Transaction,
  member: MemberSnapshot,
  { tier, ...update }: Omit<AccessUpdate, 'change'> & { readonly tier: GrantableTier },
): boolean {
  const change = SETTABLE_ACCESS[tier];
  if (isSameAccess(member.record, change)) return false;
  writeAccessChange(firestore, transaction, member, { ...update, change });
  return true;
}
