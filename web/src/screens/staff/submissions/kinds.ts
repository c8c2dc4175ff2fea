import {
  type AdminProof,
  type AdminSetup,
  type AdminUser,
  type DuplicateProof,
  type EndpointName,
  moneyText,
  type ProofCase,
  PROOF_PROMISE_MS,
  type SetupCase,
  type Tier,
} from '@quantalgo/contracts';
import { ACCESS_PATHS } from '../../../content/onboarding';
import {
  approveProof,
  approveSetup,
  findAlike,
  rejectProof,
  rejectSetup,
} from '../../../data/staff/submissions';

/** A tier that an approval grants. */
export type Grant = Exclude<Tier, 'guest'>;

/** A submission of either kind, as staff see it. */
export interface Submission extends Pick<
  AdminProof,
  'id' | 'file' | 'state' | 'reason' | 'createdAt' | 'claim'
> {
  /** The account at the broker that it is about. */
  readonly account: string;
  /** What stands below that in the queue: whole sentences, before the one that says when it was sent. */
  readonly below: string;
}

/** Another submission that has something in common with one. */
export interface SeenBefore {
  readonly id: string;
  /** Whether it is their very files that are the same. */
  readonly isSameFile: boolean;
  readonly text: string;
}

/** A submission with all that staff decide it by. */
export interface Case extends Pick<ProofCase, 'user' | 'history' | 'broker'> {
  readonly submission: Submission;
  readonly title: string;
  /** What its file is, for who can't see it. */
  readonly fileName: string;
  /** What the member said. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly seenBefore: readonly SeenBefore[];
  /** Other submissions of the member, newest first, where they are told. */
  readonly earlier: readonly Submission[];
}

/** All that differs between the kinds at the desk. */
export interface ReviewKind {
  readonly noun: 'proof' | 'account setup';
  readonly accountName: 'trader ID' | 'broker account';
  /** Said where none waits. */
  readonly none: string;
  /** How long (ms) a member is promised to wait at most. */
  readonly promiseMs: number;
  /** Compares its image with those of other accounts, where that is done. */
  readonly findAlike: ((found: Case, image: HTMLImageElement) => Promise<SeenBefore[]>) | null;
  /** True where staff take one for themselves before they decide it. */
  readonly isClaimed: boolean;
  /** True where a member with a higher tier keeps it on approval. */
  readonly keepsHigherTier: boolean;
  /** Reasons for which it is rejected most often, as members read them. */
  readonly reasons: readonly string[];
  /** These throw as calls do, and answer the member as they are then. */
  readonly approve: (id: string, tier: Grant) => Promise<AdminUser>;
  readonly reject: (id: string, reason: string) => Promise<unknown>;
  /** Names of their endpoints. */
  readonly calls: Readonly<Record<'approve' | 'reject', EndpointName>>;
}

/** What two proofs have in common, and whose the other one is. */
function duplicateText({ kind, userId }: DuplicateProof, ownerId: string): string {
  const whose = userId === ownerId ? 'this member before' : 'another account';
  if (kind === 'alike') return 'Looks like a proof of another account';
  return kind === 'image' ? `The same image was sent by ${whose}` : `${kind} used by ${whose}`;
}

const ofDuplicates = (found: readonly DuplicateProof[], ownerId: string): SeenBefore[] =>
  found.map((one) => ({
    id: one.proofId,
    isSameFile: one.kind === 'image',
    text: duplicateText(one, ownerId),
  }));

/** A proof at the desk. */
export const ofProof = (proof: AdminProof): Submission => ({
  ...proof,
  account: proof.traderId,
  below: '',
});

/** The case of a proof at the desk. */
export const ofProofCase = ({ proof, earlier, duplicates, ...member }: ProofCase): Case => ({
  ...member,
  submission: ofProof(proof),
  title: member.user.fullName,
  fileName: `Proof for trader ID ${proof.traderId}`,
  facts: [['Trader ID given', proof.traderId]],
  seenBefore: ofDuplicates(duplicates, proof.userId),
  earlier: earlier.map(ofProof),
});

/** An account setup at the desk. */
export const ofSetup = (setup: AdminSetup): Submission => ({
  ...setup,
  account: setup.brokerAccount,
  below: `${ACCESS_PATHS[setup.accessPath].name}, ${moneyText(setup.depositAmount)}. `,
  claim: null,
});

/** The case of an account setup at the desk. */
export const ofSetupCase = ({ setup, duplicates, ...member }: SetupCase): Case => ({
  ...member,
  submission: ofSetup(setup),
  title: setup.brokerAccount,
  fileName: 'Proof of the deposit',
  facts: [
    ['Member', member.user.fullName],
    ['Deposit', moneyText(setup.depositAmount)],
    ['Access path', ACCESS_PATHS[setup.accessPath].name],
  ],
  seenBefore: duplicates.map(({ kind, setupId, userId }) => ({
    id: setupId,
    isSameFile: kind === 'file',
    text: `The same ${kind} in a setup of ${userId === setup.userId ? 'this member' : `another account, ${userId}`}`,
  })),
  earlier: [],
});

/** The image that proves a trader ID. */
export const PROOF_REVIEW: ReviewKind = {
  noun: 'proof',
  none: 'No proof waits that nobody has taken.',
  promiseMs: PROOF_PROMISE_MS,
  accountName: 'trader ID',
  findAlike: async ({ submission: { id }, user }, image) =>
    ofDuplicates(await findAlike(id, image), user.id),
  isClaimed: true,
  keepsHigherTier: false,
  reasons: [
    'We could not read your trader ID in the image. Please send a clear screenshot.',
    'The image shows no balance of at least $20. Please fund your account and send a new screenshot.',
    'The account was not opened through our link. Please open one through it and send a new proof.',
    'The image is not a screenshot of your broker account.',
  ],
  approve: approveProof,
  reject: rejectProof,
  calls: { approve: 'approveProof', reject: 'rejectProof' },
};

/** The deposit on a broker account, with the image or PDF that proves it. */
export const SETUP_REVIEW: ReviewKind = {
  noun: 'account setup',
  none: 'No account setup waits.',
  // As support states it: "up to 48 hours".
  promiseMs: 48 * 60 * 60_000,
  accountName: 'broker account',
  findAlike: null,
  isClaimed: false,
  keepsHigherTier: true,
  reasons: [
    'We could not read your broker account in the proof. Please send a clear screenshot or a PDF of your broker.',
    'The proof does not show the deposit that you entered. Please send one that shows it.',
    'The account was not opened through our link. Please open one through it and set it up here.',
    'The proof is not of your broker account.',
  ],
  approve: approveSetup,
  reject: rejectSetup,
  calls: { approve: 'approveSetup', reject: 'rejectSetup' },
};
