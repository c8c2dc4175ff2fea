import type {
  AdminProof,
  AdminSetup,
  Duplicate,
  ProofCase,
  SetupCase,
} from '@quantalgo/contracts/submissions/review';
import { type GrantableTier, hasHigherTier } from '@quantalgo/contracts/access/access';
import { suggestTier } from '@quantalgo/contracts/broker/account';
import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore';
import { inspectedFileDocument } from '../../collections/submissions';
import { parseDocument, readPages } from '../core/documents';
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

type RelatedSubmission = Pick<Duplicate, 'id' | 'userId'>;

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

interface ComparedSubmission {
  readonly kind: Duplicate['kind'];
  readonly id: string;
  readonly uid: string;
  readonly account: string;
  readonly digest: string | null;
}

const getDigest = (snapshot: DocumentSnapshot): string | null =>
  parseDocument(inspectedFileDocument, snapshot)?.digest ?? null;

async function readDuplicatesOfKind<S extends Submission>(
  firestore: Firestore,
  kind: SubmissionKind<S>,
  { kind: comparedKind, id, uid, account, digest }: ComparedSubmission,
): Promise<Duplicate[]> {
  const { collection, noun } = kind;
  const isOther = ({ userId }: RelatedSubmission) => userId !== uid;
  // One file may support a member's proof and their setup, but not two of the same kind.
  const isSentTwice = (candidate: RelatedSubmission) =>
    noun === comparedKind ? candidate.id !== id : isOther(candidate);
  const [files, accounts] = await Promise.all([
    digest === null
      ? []
      : readRelated(
          kind,
          firestore.collection(collection).where('digest', '==', digest),
          isSentTwice,
        ),
    readRelated(kind, queryByAccount(firestore, kind, account), isOther),
  ]);
  return [
    ...files.map((file) => ({ match: 'file' as const, kind: noun, ...file })),
    ...accounts.map((other) => ({ match: 'account' as const, kind: noun, ...other })),
  ];
}

/** Searches both kinds, because either unlocks an account. */
async function readDuplicates(
  firestore: Firestore,
  submission: ComparedSubmission,
): Promise<Duplicate[]> {
  const duplicates = await Promise.all([
    readDuplicatesOfKind(firestore, PROOFS, submission),
    readDuplicatesOfKind(firestore, SETUPS, submission),
  ]);
  return duplicates.flat();
}

async function readContext({ firestore, registry }: Deps, submission: ComparedSubmission) {
  const [user, history, duplicates, listedAccount] = await Promise.all([
    readUserRow(firestore, submission.uid),
    readAccessHistory(firestore, submission.uid, MAX_RELATED_SUBMISSIONS),
    readDuplicates(firestore, submission),
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

export async function readProofCase(deps: Deps, proof: AdminProof): Promise<ProofCase | null> {
  const { id, userId: uid, traderId: account } = proof;
  const document = await submissionRef(deps.firestore, PROOFS, id).get();
  const [context, earlier] = await Promise.all([
    readContext(deps, { kind: 'proof', id, uid, account, digest: getDigest(document) }),
    readEarlierProofs(deps.firestore, proof),
  ]);
  return context && { proof, earlier, ...context };
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
  const digest = getDigest(document);
  const context = await readContext(deps, { kind: 'proof', id, uid, account, digest });
  const tier = suggestTier(context?.broker ?? null);
  if (!context || tier === null || hasHigherTier(context.user, tier)) return [];
  const isContested =
    context.duplicates.some(({ userId }) => userId !== uid) ||
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

export async function readSetupCase(deps: Deps, id: string): Promise<SetupCase | null> {
  const document = await submissionRef(deps.firestore, SETUPS, id).get();
  const stored = SETUPS.parse(document);
  if (!stored) return null;
  const { uid, brokerAccount: account } = stored;
  const digest = getDigest(document);
  const context = await readContext(deps, { kind: 'setup', id, uid, account, digest });
  const setup: AdminSetup = toAdminSetup(id, stored);
  return context && { setup, ...context };
}
