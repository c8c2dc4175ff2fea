import type {
  AdminProof,
  AdminSetup,
  DuplicateProof,
  ProofCase,
  SetupCase,
} from '@quantalgo/contracts/submissions/review';
import { type GrantableTier, hasHigherTier } from '@quantalgo/contracts/access/access';
import { suggestTier } from '@quantalgo/contracts/broker/account';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { readPages } from '../core/documents';
import { readAccessHistory } from '../console/audit';
import { readUserRow } from '../console/people';
import { type BrokerRegistry, isClaimedByAnother } from './brokerList';
import {
  PROOFS,
  queryByAccount,
  SETUPS,
  type Submission,
  type SubmissionKind,
  submissionRef,
} from './kinds';
import { toAdminProof, toAdminSetup } from './queue';
import type { ErrorLog } from '../core/log';

const MAX_RELATED_SUBMISSIONS = 10;

interface Deps {
  readonly firestore: Firestore;
  readonly registry: BrokerRegistry;
}

interface RelatedSubmission {
  readonly id: string;
  readonly userId: string;
}

async function readRelated<S extends Submission>(
  { parse }: SubmissionKind<S>,
  query: Query,
  isRelated: (candidate: RelatedSubmission) => boolean,
): Promise<RelatedSubmission[]> {
  const related: RelatedSubmission[] = [];
  for await (const page of readPages(query, MAX_RELATED_SUBMISSIONS)) {
    for (const document of page) {
      const submission = parse(document);
      const candidate = submission && { id: document.id, userId: submission.uid };
      if (candidate && isRelated(candidate)) related.push(candidate);
    }
    if (related.length >= MAX_RELATED_SUBMISSIONS) break;
  }
  return related.slice(0, MAX_RELATED_SUBMISSIONS);
}

/** Submissions of the same file by anybody, and of the same account by other members. */
async function readDuplicates<S extends Submission>(
  firestore: Firestore,
  kind: SubmissionKind<S>,
  { id, uid, account, digest }: { id: string; uid: string; account: string; digest: unknown },
): Promise<{ files: RelatedSubmission[]; accounts: RelatedSubmission[] }> {
  const submissions = firestore.collection(kind.collection);
  const [files, accounts] = await Promise.all([
    typeof digest === 'string'
      ? readRelated(
          kind,
          submissions.where('digest', '==', digest),
          (candidate) => candidate.id !== id,
        )
      : [],
    readRelated(kind, queryByAccount(firestore, kind, account), ({ userId }) => userId !== uid),
  ]);
  return { files, accounts };
}

async function readContext<S extends Submission>(
  { firestore, registry }: Deps,
  kind: SubmissionKind<S>,
  submission: { id: string; uid: string; account: string; digest: unknown },
) {
  const [user, history, duplicates, listedAccount] = await Promise.all([
    readUserRow(firestore, submission.uid),
    readAccessHistory(firestore, submission.uid, MAX_RELATED_SUBMISSIONS),
    readDuplicates(firestore, kind, submission),
    registry.find(submission.account),
  ]);
  const broker = listedAccount && {
    ...listedAccount,
    importedAt: new Date(listedAccount.importedAt).toISOString(),
    openedBy: listedAccount.uid ?? null,
  };
  return user && { user, history, broker, duplicates };
}

async function readEarlierProofs(
  firestore: Firestore,
  { id, userId }: AdminProof,
): Promise<AdminProof[]> {
  const { docs } = await firestore
    .collection('proofs')
    .where('uid', '==', userId)
    .orderBy('createdAt', 'desc')
    .limit(MAX_RELATED_SUBMISSIONS)
    .get();
  return docs.flatMap((document) => {
    const proof = PROOFS.parse(document);
    return proof && document.id !== id ? [toAdminProof(document.id, proof, null)] : [];
  });
}

const toDuplicateProof =
  (kind: DuplicateProof['kind']) =>
  ({ id, userId }: RelatedSubmission): DuplicateProof => ({ kind, proofId: id, userId });

export async function readProofCase(deps: Deps, proof: AdminProof): Promise<ProofCase | null> {
  const { id, userId: uid, traderId: account } = proof;
  const document = await submissionRef(deps.firestore, PROOFS, id).get();
  const [context, earlier] = await Promise.all([
    readContext(deps, PROOFS, { id, uid, account, digest: document.get('digest') }),
    readEarlierProofs(deps.firestore, proof),
  ]);
  if (!context) return null;
  const { user, history, broker, duplicates } = context;
  const duplicateProofs = [
    ...duplicates.files.map(toDuplicateProof('image')),
    ...duplicates.accounts.map(toDuplicateProof('trader ID')),
  ];
  return { proof, user, earlier, history, duplicates: duplicateProofs, broker };
}

export interface ConfirmedProof {
  readonly id: string;
  readonly fullName: string;
  readonly tier: GrantableTier;
}

async function confirmProof(deps: Deps, id: string): Promise<ConfirmedProof[]> {
  const document = await submissionRef(deps.firestore, PROOFS, id).get();
  const proof = PROOFS.parse(document);
  if (proof?.state !== 'waiting') return [];
  const { uid, traderId: account } = proof;
  const digest: unknown = document.get('digest');
  const context = await readContext(deps, PROOFS, { id, uid, account, digest });
  const tier = suggestTier(context?.broker ?? null);
  if (!context || tier === null || hasHigherTier(context.user, tier)) return [];
  const { files, accounts } = context.duplicates;
  const isContested =
    accounts.length > 0 ||
    files.some(({ userId }) => userId !== uid) ||
    (await isClaimedByAnother(
      deps.firestore,
      { traderId: account, opener: context.broker?.uid },
      uid,
    ));
  return isContested ? [] : [{ id, fullName: context.user.fullName, tier }];
}

/**
 * Waiting proofs of accounts that the broker reported as ours and funded, and that no other member
 * opened or sent. Leaves out those that can't be read.
 * @throws the first failure if none can be read
 */
export async function findConfirmed(
  deps: Deps & { readonly log: ErrorLog },
  ids: readonly string[],
): Promise<ConfirmedProof[]> {
  const failures: unknown[] = [];
  const confirmed = await Promise.all(
    ids.map((id) =>
      confirmProof(deps, id).catch((cause: unknown) => {
        const fields = { endpoint: 'approveProofs', proof: id, cause };
        deps.log.error('Failed to read a proof', fields);
        failures.push(cause);
        return [];
      }),
    ),
  );
  if (failures.length > 0 && failures.length === ids.length) throw failures[0];
  return confirmed.flat();
}

type DuplicateSetup = SetupCase['duplicates'][number];

const toDuplicateSetup =
  (kind: DuplicateSetup['kind']) =>
  ({ id, userId }: RelatedSubmission): DuplicateSetup => ({ kind, setupId: id, userId });

export async function readSetupCase(deps: Deps, id: string): Promise<SetupCase | null> {
  const document = await submissionRef(deps.firestore, SETUPS, id).get();
  const stored = SETUPS.parse(document);
  if (!stored) return null;
  const { uid, brokerAccount: account } = stored;
  const digest: unknown = document.get('digest');
  const context = await readContext(deps, SETUPS, { id, uid, account, digest });
  if (!context) return null;
  const { user, history, broker, duplicates } = context;
  const setup: AdminSetup = toAdminSetup(id, stored);
  const duplicateSetups = [
    ...duplicates.files.map(toDuplicateSetup('file')),
    ...duplicates.accounts.map(toDuplicateSetup('broker account')),
  ];
  return { setup, user, history, duplicates: duplicateSetups, broker };
}
