import { hasMore } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { ProofState } from '@quantalgo/contracts/submissions/submission';
import type { Auth } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument, readAll } from '../core/documents';
import { queueMail } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';
import { type GrantedTier, writeGrant } from '../access/access';
import { syncAccessClaims } from '../auth/accessClaims';
import { type MemberPack, openPack } from '../account/pushPacks';
import { userOf, userRef } from '../account/users';
import { type Submission, type SubmissionKind, submissionRef } from './kinds';
import { claimOf, claimRef, pendingWithout } from './queue';

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
  /** Uid of the staff member who decides. */
  readonly by: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Why a submission is not decided: missing, the decider's own, claimed by a colleague, or decided differently. */
export type Refusal = 'missing' | 'own' | 'taken' | 'decided';

interface Case<S> {
  readonly submission: S;
  readonly user: UserRecord;
  readonly pack: MemberPack;
  /** Writes in the member's row that this proof is pending no more. */
  readonly writePending: (() => void) | false;
}

/** The tier that a submission was approved as; those that were approved before it was stored have none. */
const approvalSchema = z.object({ approvedAs: z.optional(z.enum(['starter', 'essential'])) });

/** Whether a submission was decided just like this: as the same tier, or for the same reason. */
function isSameDecision(
  { state, reason }: Submission,
  document: DocumentSnapshot,
  decision: Decision,
): boolean {
  if (state !== decision.state) return false;
  if (decision.state === 'rejected') return reason === decision.reason;
  const approvedAs = parseDocument(approvalSchema, document)?.approvedAs;
  return approvedAs === undefined || approvedAs === decision.tier;
}

/** Reads the basis of a decision: the case, a submission that was decided just so `before`, or the refusal. */
async function readForDecision<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  kind: SubmissionKind<S>,
  { id, by, decision, now }: Order,
): Promise<Case<S> | { readonly before: S } | Refusal> {
  const [document, held] = await readAll(
    transaction,
    submissionRef(firestore, kind, id),
    ...(kind.isClaimed ? [claimRef(firestore, id)] : []),
  );
  const submission = kind.parse(document);
  const user = submission && userOf(await transaction.get(userRef(firestore, submission.uid)));
  if (!submission || !user) return 'missing';
  if (submission.uid === by) return 'own';
  if (isSameDecision(submission, document, decision)) return { before: submission };
  if (submission.state !== ('waiting' satisfies ProofState)) return 'decided';
  const claim = claimOf(held, now);
  if (claim && claim.by !== by) return 'taken';
  const { uid } = submission;
  const writePending =
    kind.collection === 'proofs' && (await pendingWithout(firestore, transaction, { uid, id }));
  return { submission, user, pack: await openPack(firestore, transaction, uid), writePending };
}

interface DecisionContext<S extends Submission> {
  readonly kind: SubmissionKind<S>;
  readonly user: UserRecord;
  readonly pack: MemberPack;
  readonly id: string;
  /** Who decided, for which member, and when (epoch ms). */
  readonly done: { readonly by: string; readonly uid: string; readonly now: number };
}

/** Grants the tier, or only records the approval where the member has it or a higher one, which is never lowered. */
function approve<S extends Submission>(
  { firestore }: Deps,
  transaction: Transaction,
  { kind: { noun, label }, user, pack, id, done }: DecisionContext<S>,
  tier: GrantedTier,
): void {
  const grant = { ...done, tier, reason: `${label} ${id} approved` };
  const reached = { record: user, pack };
  if (hasMore(user, tier) || !writeGrant(firestore, transaction, reached, grant))
    recordStaffAction(firestore, transaction, {
      ...done,
      action: `${noun} approved`,
      reason: `${noun} ${id}`,
    });
}

/** Mails the reason to the member and records the rejection. */
function reject<S extends Submission>(
  { firestore }: Deps,
  transaction: Transaction,
  { kind: { noun, template }, user, id, done }: DecisionContext<S>,
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
  { submission, user, pack, writePending }: Case<S>,
  { id, decision, by, now }: Order,
): S {
  const { firestore } = deps;
  const reason = decision.state === 'rejected' ? decision.reason : null;
  const changed = { state: decision.state, reason };
  const updatedAt = Timestamp.fromMillis(now);
  const approval = decision.state === 'approved' ? { approvedAs: decision.tier } : {};
  transaction.update(submissionRef(firestore, kind, id), { ...changed, ...approval, updatedAt });
  if (kind.isClaimed) transaction.delete(claimRef(firestore, id));
  if (writePending) writePending();
  const outcome = { kind, user, pack, id, done: { by, uid: submission.uid, now } };
  if (decision.state === 'approved') approve(deps, transaction, outcome, decision.tier);
  else reject(deps, transaction, outcome, decision.reason);
  return { ...submission, ...changed, updatedAt: now };
}

/**
 * Decides a submission: writes its state with the granted access and its event, or with the reason and its mail, in one
 * transaction. The same decision again changes nothing.
 * @returns the decided submission, or why it was not decided
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
  return decided;
}
