import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { formatMoney } from '@quantalgo/contracts/core/format';
import { REVIEW_TIMEOUT_MS } from '@quantalgo/contracts/submissions/submission';
import {
  type AdminProof,
  type AdminSetup,
  type Duplicate,
  type ProofCase,
  type SetupCase,
} from '@quantalgo/contracts/submissions/review';
import {
  adminProofsEndpoints,
  adminSetupsEndpoints,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import { ACCESS_PATHS } from '../../../content/onboarding';
import {
  type Approval,
  approveProof,
  approveSetup,
  findSimilarProofs,
  rejectProof,
  rejectSetup,
} from '../../../data/console/submissions';

export interface Submission extends Pick<
  AdminProof,
  'id' | 'file' | 'state' | 'reason' | 'createdAt' | 'claim' | 'member'
> {
  /** Id of the broker account. */
  readonly account: string;
  /** Complete sentences, shown below the account in the queue and followed by the time sent. */
  readonly below: string;
}

/** False while the file is being inspected. */
export const isDecidable = ({ state }: Pick<Submission, 'state'>): boolean => state === 'waiting';

export interface SeenBefore extends Pick<Duplicate, 'id' | 'kind'> {
  readonly isSameFile: boolean;
  readonly text: string;
  /** Shown, but not recorded with the decision, because the audit outlives the other account. */
  readonly detail: string | null;
}

export interface Case extends Pick<ProofCase, 'user' | 'history' | 'broker'> {
  readonly submission: Submission;
  readonly title: string;
  /** Alternative text of its file. */
  readonly fileName: string;
  /** What the member stated. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly seenBefore: readonly SeenBefore[];
  /** The member's other submissions, newest first, if the server sends them. */
  readonly earlier: readonly Submission[];
}

export interface ReviewKind {
  readonly noun: 'proof' | 'account setup';
  readonly accountName: 'trader ID' | 'broker account';
  /** Shown for an empty queue. */
  readonly none: string;
  /** Longest wait promised to members. */
  readonly promiseMs: number;
  /** Compares the image with those of other accounts; null if this kind isn't compared. */
  readonly findAlike: ((reviewCase: Case, image: HTMLImageElement) => Promise<SeenBefore[]>) | null;
  /** Staff claim a submission before deciding it. */
  readonly isClaimed: boolean;
  /** Frequent reasons for a rejection; members read them. */
  readonly reasons: readonly string[];
  /** `approve` and `reject` throw like API calls. */
  readonly approve: (id: string, approval: Approval) => Promise<unknown>;
  readonly reject: (id: string, reason: string) => Promise<unknown>;
  readonly calls: Readonly<Record<'approve' | 'reject', Endpoint>>;
}

interface ComparedWords {
  readonly file: 'image' | 'file';
  readonly account: ReviewKind['accountName'];
}

const PROOF_WORDS: ComparedWords = { file: 'image', account: 'trader ID' };

const SETUP_WORDS: ComparedWords = { file: 'file', account: 'broker account' };

function describeDuplicate(
  { match, kind, userId }: Duplicate,
  ownerId: string,
  words: ComparedWords,
): string {
  if (match === 'alike') return 'Looks like a proof from another account';
  const source =
    userId === ownerId ? `another ${kind} from this member` : `a ${kind} from another account`;
  return `The same ${words[match]} is in ${source}`;
}

const toSeenBefore = (
  duplicates: readonly Duplicate[],
  ownerId: string,
  words: ComparedWords,
): SeenBefore[] =>
  duplicates.map((duplicate) => ({
    id: duplicate.id,
    kind: duplicate.kind,
    isSameFile: duplicate.match === 'file',
    text: describeDuplicate(duplicate, ownerId, words),
    detail: duplicate.userId === ownerId ? null : `Account ${duplicate.userId}`,
  }));

export const toProofSubmission = (proof: AdminProof): Submission => ({
  ...proof,
  account: proof.traderId,
  below: '',
});

export const toProofCase = ({ proof, earlier, duplicates, ...member }: ProofCase): Case => ({
  ...member,
  submission: toProofSubmission(proof),
  title: member.user.fullName,
  fileName: `Proof for trader ID ${proof.traderId}`,
  facts: [['Trader ID given', proof.traderId]],
  seenBefore: toSeenBefore(duplicates, proof.userId, PROOF_WORDS),
  earlier: earlier.map(toProofSubmission),
});

export const toSetupSubmission = (setup: AdminSetup): Submission => ({
  ...setup,
  account: setup.brokerAccount,
  below: `${ACCESS_PATHS[setup.accessPath].name}, ${formatMoney(setup.depositAmount)}. `,
  claim: null,
});

export const toSetupCase = ({ setup, duplicates, ...member }: SetupCase): Case => ({
  ...member,
  submission: toSetupSubmission(setup),
  title: setup.brokerAccount,
  fileName: 'Proof of deposit',
  facts: [
    ['Member', member.user.fullName],
    ['Deposit', formatMoney(setup.depositAmount)],
    ['Access path', ACCESS_PATHS[setup.accessPath].name],
  ],
  seenBefore: toSeenBefore(duplicates, setup.userId, SETUP_WORDS),
  earlier: [],
});

export const PROOF_REVIEW: ReviewKind = {
  noun: 'proof',
  none: 'No unclaimed proofs.',
  promiseMs: REVIEW_TIMEOUT_MS.proof,
  accountName: 'trader ID',
  findAlike: async ({ submission: { id }, user }, image) =>
    toSeenBefore(await findSimilarProofs(id, image), user.id, PROOF_WORDS),
  isClaimed: true,
  reasons: [
    'We could not read your trader ID in the image. Please send a clear screenshot.',
    `The image does not show a balance of at least $${TIER_DEPOSITS.starter}. Please fund your account and send a new screenshot.`,
    'The account was not opened through our link. Please open one through it and send a new proof.',
    'The image is not a screenshot of your broker account. Please send a screenshot of it.',
  ],
  approve: approveProof,
  reject: rejectProof,
  calls: { approve: adminProofsEndpoints.approveProof, reject: adminProofsEndpoints.rejectProof },
};

export const SETUP_REVIEW: ReviewKind = {
  noun: 'account setup',
  none: 'No account setups are waiting.',
  promiseMs: REVIEW_TIMEOUT_MS.setup,
  accountName: 'broker account',
  findAlike: null,
  isClaimed: false,
  reasons: [
    'We could not read your broker account in the proof. Please send a clear screenshot or a PDF from your broker.',
    'The proof does not show the deposit that you entered. Please send one that shows it.',
    'The account was not opened through our link. Please open one through it and send a new account setup.',
    'The proof does not show your broker account. Please send one that shows it.',
  ],
  approve: approveSetup,
  reject: rejectSetup,
  calls: { approve: adminSetupsEndpoints.approveSetup, reject: adminSetupsEndpoints.rejectSetup },
};
