import { type ProofState, TIERS, type UserRecord } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { queueMail } from '../core/outbox';
import { recordStaffAction } from '../core/staffActions';
import { type GrantedTier, writeGrant } from '../members/access';
import { syncAccessClaims } from '../members/accessClaims';
import { userOf, userRef } from '../members/users';
import { type Submission, type SubmissionKind, submissionRef } from './kinds';
import { claimOf, claimRef, updateWaitingSince } from './queue';

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
}

/** Staff's decision on a submission. */
export type Decision =
  | { readonly state: 'approved'; readonly tier: GrantedTier }
  | { readonly state: 'rejected'; readonly reason: string };

interface Order {
  readonly id: string;
  readonly decision: Decision;
  /** Uid of the one of staff who decides. */
  readonly by: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Why a submission is not decided: it is the decider's own, another has taken it, or it was decided otherwise. */
export type Refusal = 'missing' | 'own' | 'taken' | 'decided';

interface Case<S> {
  readonly submission: S;
  readonly user: UserRecord;
}

/** Reads what a decision rests on; a submission where there is nothing left to decide, or why nothing is. */
async function readForDecision<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  kind: SubmissionKind<S>,
  { id, by, decision, now }: Order,
): Promise<Case<S> | { readonly before: S } | Refusal> {
  const [document, held] = await transaction.getAll(
    submissionRef(firestore, kind, id),
    ...(kind.isClaimed ? [claimRef(firestore, id)] : []),
  );
  const submission = document ? kind.parse(document) : null;
  const user = submission && userOf(await transaction.get(userRef(firestore, submission.uid)));
  if (!submission || !user) return 'missing';
  if (submission.uid === by) return 'own';
  if (submission.state === decision.state) return { before: submission };
  if (submission.state !== ('waiting' satisfies ProofState)) return 'decided';
  const claim = claimOf(held, now);
  return claim && claim.by !== by ? 'taken' : { submission, user };
}

const hasMore = ({ tier, dashboardUnlocked }: UserRecord, granted: GrantedTier) =>
  dashboardUnlocked && TIERS.indexOf(tier) > TIERS.indexOf(granted);

interface Outcome<S extends Submission> {
  readonly kind: SubmissionKind<S>;
  readonly user: UserRecord;
  readonly id: string;
  /** Who did it to whom, and when (epoch ms). */
  readonly done: { readonly by: string; readonly uid: string; readonly now: number };
}

/** Grants the tier, or notes the approval where the member has it already, or a higher one, which nothing lowers. */
function approve<S extends Submission>(
  { firestore }: Deps,
  transaction: Transaction,
  { kind: { noun, label }, user, id, done }: Outcome<S>,
  tier: GrantedTier,
): void {
  const grant = { ...done, tier, reason: `${label} ${id} approved` };
  if (hasMore(user, tier) || !writeGrant(firestore, transaction, user, grant))
    recordStaffAction(firestore, transaction, {
      ...done,
      action: `${noun} approved`,
      reason: `${noun} ${id}`,
    });
}

/** Mails the reason to the member and notes the rejection. */
function reject<S extends Submission>(
  { firestore }: Deps,
  transaction: Transaction,
  { kind: { noun, template }, user, id, done }: Outcome<S>,
  reason: string,
): void {
  const parameters = { fullName: user.fullName, reason };
  const order = { template, to: user.email, uid: done.uid, parameters };
  queueMail({ firestore }, transaction, order, done.now);
  recordStaffAction(firestore, transaction, {
    ...done,
    action: `${noun} rejected`,
    reason: `${noun} ${id}: ${reason}`,
  });
}

function write<S extends Submission>(
  deps: Deps,
  transaction: Transaction,
  kind: SubmissionKind<S>,
  { submission, user }: Case<S>,
  { id, decision, by, now }: Order,
): S {
  const { firestore } = deps;
  const reason = decision.state === 'rejected' ? decision.reason : null;
  const changed = { state: decision.state, reason };
  const updatedAt = Timestamp.fromMillis(now);
  transaction.update(submissionRef(firestore, kind, id), { ...changed, updatedAt });
  if (kind.isClaimed) transaction.delete(claimRef(firestore, id));
  const outcome = { kind, user, id, done: { by, uid: submission.uid, now } };
  if (decision.state === 'approved') approve(deps, transaction, outcome, decision.tier);
  else reject(deps, transaction, outcome, decision.reason);
  return { ...submission, ...changed, updatedAt: now };
}

/**
 * Decides a submission: its state, the access that it grants and its event in one transaction, or the reason with its
 * mail. The same decision again changes nothing.
 * @returns the submission as it was decided, or why it was not
 */
export async function decide<S extends Submission>(
  deps: Deps,
  kind: SubmissionKind<S>,
  order: Order,
): Promise<S | Refusal> {
  const { firestore } = deps;
  const decided = await firestore.runTransaction(async (transaction) => {
    const found = await readForDecision(firestore, transaction, kind, order);
    if (typeof found === 'string') return found;
    return 'before' in found ? found.before : write(deps, transaction, kind, found, order);
  });
  if (typeof decided === 'string') return decided;
  await syncAccessClaims(deps, decided.uid);
  if (kind.isClaimed) await updateWaitingSince(firestore, decided.uid);
  return decided;
}
