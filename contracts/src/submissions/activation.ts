import { type Access, getEffectiveTier, TIER_DEPOSITS, type Tier } from '../access/access';
import { MINUTE_MS } from '../core/time';
import { REVIEW_TIMEOUT_MS } from './submission';

export type SubmissionKind = 'proof' | 'setup';

/**
 * `unsent`: only on the member's device. `inspecting`, `overdue`: the file is being checked.
 * `sent`: our team decides. `rejected`: also by the server.
 */
export type SubmissionStage =
  | 'unsent'
  | 'inspecting'
  | 'overdue'
  | 'sent'
  | 'approved'
  | 'rejected';

/** Times in epoch ms, server clock. */
export interface SubmissionFacts {
  readonly content: { readonly kind: SubmissionKind };
  readonly stage: SubmissionStage;
  readonly reason: string | null;
  /** When it was submitted. */
  readonly since: number;
  /** When it reached its stage. */
  readonly at: number;
}

/** `deposited`: US dollars, net of withdrawals. */
export interface ReportedAccount {
  readonly traderId: string;
  readonly deposited: number;
}

/** A member's step towards access. Visitors become members by confirming their email. */
export type Activation<S extends SubmissionFacts = SubmissionFacts> =
  | { readonly name: 'broker' }
  | { readonly name: 'fund'; readonly account: ReportedAccount }
  /** `account` is null if the broker reported none. */
  | { readonly name: 'proof'; readonly account: ReportedAccount | null }
  | { readonly name: 'sending'; readonly submission: S }
  | {
      readonly name: 'check';
      readonly submission: S;
      readonly since: number;
      readonly answerBy: number;
      readonly isLate: boolean;
    }
  | { readonly name: 'rejected'; readonly submission: S; readonly reason: string }
  /** Access follows within moments. */
  | { readonly name: 'approved'; readonly submission: S }
  | { readonly name: 'open'; readonly tier: Exclude<Tier, 'guest'> };

export type ActivationName = Activation['name'];

/** If an approval hasn't opened the dashboard after this long, access was revoked again. */
export const OPENING_TIMEOUT_MS = 10 * MINUTE_MS;

const isPending = ({ stage }: SubmissionFacts): boolean =>
  stage === 'inspecting' || stage === 'overdue' || stage === 'sent';

const getAnswerBy = ({ content, since }: SubmissionFacts): number =>
  since + REVIEW_TIMEOUT_MS[content.kind];

/**
 * Prefers an unsent submission, then the pending one with the earliest deadline, then the newest.
 */
function pickSubmission<S extends SubmissionFacts>(submissions: readonly S[]): S | undefined {
  const pending = submissions.filter(isPending).sort((a, b) => getAnswerBy(a) - getAnswerBy(b));
  const newestFirst = [...submissions].sort((a, b) => b.at - a.at);
  return newestFirst.find(({ stage }) => stage === 'unsent') ?? pending[0] ?? newestFirst[0];
}

/** The next step of a member who has sent no proof. */
export function getUnsentStep(
  account: ReportedAccount | null,
): Extract<Activation<never>, { name: 'broker' | 'fund' | 'proof' }> {
  if (account === null) return { name: 'broker' };
  return account.deposited < TIER_DEPOSITS.starter
    ? { name: 'fund', account }
    : { name: 'proof', account };
}

export interface ActivationFacts<S extends SubmissionFacts> {
  readonly access: Access;
  readonly account: ReportedAccount | null;
  /** At most the newest proof and the newest account setup. */
  readonly submissions: readonly S[];
  /** Epoch ms, server clock. */
  readonly now: number;
}

export function getActivation<S extends SubmissionFacts>({
  access,
  account,
  submissions,
  now,
}: ActivationFacts<S>): Activation<S> {
  const tier = getEffectiveTier(access);
  if (tier !== 'guest') return { name: 'open', tier };
  const submission = pickSubmission(submissions);
  if (!submission) return getUnsentStep(account);
  switch (submission.stage) {
    case 'unsent':
      return { name: 'sending', submission };
    case 'inspecting':
    case 'overdue':
    case 'sent': {
      const answerBy = getAnswerBy(submission);
      const { since } = submission;
      return { name: 'check', submission, since, answerBy, isLate: now >= answerBy };
    }
    case 'rejected':
      return {
        name: 'rejected',
        submission,
        reason: submission.reason ?? 'The file could not be read',
      };
    case 'approved':
      return now < submission.at + OPENING_TIMEOUT_MS
        ? { name: 'approved', submission }
        : { name: 'proof', account };
  }
}

export const ACTIVATION_STEPS = [
  'Create your account',
  'Confirm your email',
  'Open and fund a broker account',
  'Send the proof',
] as const;

const STEPS_DONE: Readonly<Record<ActivationName, number>> = {
  broker: 2,
  fund: 2,
  proof: 3,
  sending: 3,
  check: 3,
  rejected: 3,
  approved: 4,
  open: 4,
};

/** Counts {@link ACTIVATION_STEPS}. */
export const countStepsDone = ({ name }: Pick<Activation, 'name'>): number => STEPS_DONE[name];

/** True while the member can only wait. */
export const isWaiting = ({ name }: Pick<Activation, 'name'>): boolean =>
  name === 'sending' || name === 'check' || name === 'approved';

/**
 * The lock's countdown pauses while a submission is checked, so a rejection adds that time.
 * @param end epoch ms
 */
export const extendLock = (end: number, activation: Activation): number =>
  activation.name === 'rejected'
    ? end + activation.submission.at - activation.submission.since
    : end;
