import { type GrantableTier, hasHigherTier } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { ProofState } from '@quantalgo/contracts/submissions/submission';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { countDecision } from '../console/memberWeeks';
import { readAll } from '../core/documents';
import { queueEmail } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';
import { grantTier } from '../access/access';
import { trySyncAccessClaims } from '../auth/accessClaims';
import { type MemberPack, readMemberPack } from '../account/pushPacks';
import { parseUser, userRef } from '../account/users';
import { type Submission, type SubmissionKind, submissionRef } from './kinds';
import { parseClaim, claimRef, preparePendingUpdate } from './queue';
import type { ErrorLog } from '../core/log';

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly log: ErrorLog;
}

export type Decision =
  | {
      readonly state: 'approved';
      readonly tier: GrantableTier;
      readonly answered?: readonly string[] | undefined;
      readonly overridden?: readonly string[] | undefined;
    }
  | { readonly state: 'rejected'; readonly reason: string };

interface DecisionOrder {
  readonly id: string;
  readonly decision: Decision;
  readonly by: string;
  readonly now: number;
}

/**
 * `own`: the reviewer's own submission. `taken`: claimed by a colleague. `decided`: already decided
 * differently.
 */
export type Refusal = 'missing' | 'own' | 'taken' | 'decided';

interface PendingCase<S> {
  readonly submission: S;
  readonly user: UserRecord;
  readonly pack: MemberPack;
  readonly writePending: (() => void) | false;
}

function isSameDecision({ state, reason, approvedAs }: Submission, decision: Decision): boolean {
  if (state !== decision.state) return false;
  if (decision.state === 'rejected') return reason === decision.reason;
  return approvedAs === decision.tier;
}

async function readForDecision<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  kind: SubmissionKind<S>,
  { id, by, decision, now }: DecisionOrder,
): Promise<PendingCase<S> | { readonly alreadyDecided: S } | Refusal> {
  const [document, claimSnapshot] = await readAll(
    transaction,
    submissionRef(firestore, kind, id),
    ...(kind.isClaimed ? [claimRef(firestore, id)] : []),
  );
  const submission = kind.parse(document);
  const user = submission && parseUser(await transaction.get(userRef(firestore, submission.uid)));
  if (!submission || !user) return 'missing';
  if (submission.uid === by) return 'own';
  if (isSameDecision(submission, decision)) return { alreadyDecided: submission };
  if (submission.state !== ('waiting' satisfies ProofState)) return 'decided';
  const claim = parseClaim(claimSnapshot, now);
  if (claim && claim.by !== by) return 'taken';
  const { uid } = submission;
  const writePending =
    kind.collection === 'proofs' &&
    (await preparePendingUpdate(firestore, transaction, { uid, id }));
  return {
    submission,
    user,
    pack: await readMemberPack(firestore, transaction, uid),
    writePending,
  };
}

interface DecisionContext<S extends Submission> {
  readonly kind: SubmissionKind<S>;
  readonly user: UserRecord;
  readonly pack: MemberPack;
  readonly id: string;
  readonly auditFields: { readonly by: string; readonly uid: string; readonly now: number };
}

type Approval = Extract<Decision, { readonly state: 'approved' }>;

const quoteAll = (warnings: readonly string[]) => warnings.map((text) => `“${text}”`).join(', ');

/** Formats an approval's warnings for the audit. */
export const describeWarnings = ({
  answered = [],
  overridden = [],
}: Omit<Approval, 'state' | 'tier'>): string =>
  [
    ...(answered.length > 0 ? [`; answered: ${quoteAll(answered)}`] : []),
    ...(overridden.length > 0 ? [`; despite: ${quoteAll(overridden)}`] : []),
  ].join('');

/** Tiers are never lowered: if the member's is at least as high, only records the approval. */
function approve<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  { kind: { noun, label }, user, pack, id, auditFields }: DecisionContext<S>,
  approval: Approval,
): void {
  const { tier } = approval;
  const warnings = describeWarnings(approval);
  const grant = { ...auditFields, tier, reason: `${label} ${id} approved${warnings}` };
  const member = { record: user, pack };
  const isGranted = !hasHigherTier(user, tier) && grantTier(firestore, transaction, member, grant);
  if (!isGranted)
    recordStaffAction(firestore, transaction, {
      ...auditFields,
      action: `${noun} approved`,
      reason: `${noun} ${id}${warnings}`,
    });
}

function reject<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  { kind: { noun, template }, user, id, auditFields }: DecisionContext<S>,
  reason: string,
): void {
  const parameters = { fullName: user.fullName, reason };
  const order = { template, to: user.email, uid: auditFields.uid, parameters };
  queueEmail({ firestore }, transaction, order, auditFields.now);
  recordStaffAction(firestore, transaction, {
    ...auditFields,
    action: `${noun} rejected`,
    reason: `${noun} ${id}: ${reason}`,
  });
}

function writeReview<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  kind: SubmissionKind<S>,
  { submission, user, pack, writePending }: PendingCase<S>,
  { id, decision, by, now }: DecisionOrder,
): S {
  const reason = decision.state === 'rejected' ? decision.reason : null;
  const stateFields = { state: decision.state, reason };
  const updatedAt = Timestamp.fromMillis(now);
  const approval = decision.state === 'approved' ? { approvedAs: decision.tier } : {};
  transaction.update(submissionRef(firestore, kind, id), {
    ...stateFields,
    ...approval,
    updatedAt,
  });
  if (kind.isClaimed) transaction.delete(claimRef(firestore, id));
  if (writePending) writePending();
  if (kind.collection === 'proofs')
    countDecision(firestore, transaction, {
      state: decision.state,
      since: submission.createdAt,
      now,
    });
  const outcome = { kind, user, pack, id, auditFields: { by, uid: submission.uid, now } };
  if (decision.state === 'approved') approve(firestore, transaction, outcome, decision);
  else reject(firestore, transaction, outcome, decision.reason);
  return { ...submission, ...stateFields, ...approval, updatedAt: now };
}

/**
 * Idempotent. A trigger updates the access claims later.
 * @returns the decided submission, or why it was not decided
 */
export async function writeDecision<S extends Submission>(
  firestore: Firestore,
  transaction: Transaction,
  kind: SubmissionKind<S>,
  order: DecisionOrder,
): Promise<S | Refusal> {
  const review = await readForDecision(firestore, transaction, kind, order);
  if (typeof review === 'string') return review;
  if ('alreadyDecided' in review) return review.alreadyDecided;
  return writeReview(firestore, transaction, kind, review, order);
}

/** Like {@link writeDecision}, but also updates the access claims at once. */
export async function decideSubmission<S extends Submission>(
  deps: Deps,
  kind: SubmissionKind<S>,
  order: DecisionOrder,
): Promise<S | Refusal> {
  const { firestore } = deps;
  const result = await firestore.runTransaction((transaction) =>
    writeDecision(firestore, transaction, kind, order),
  );
  if (typeof result === 'string') return result;
  await trySyncAccessClaims(deps, result.uid);
  return result;
}
