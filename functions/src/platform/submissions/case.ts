import type {
  AdminProof,
  AdminSetup,
  DuplicateProof,
  ProofCase,
  SetupCase,
} from '@quantalgo/contracts/submissions/review';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { pagesOf } from '../core/documents';
import { readAccessHistory } from '../console/audit';
import { readRow } from '../console/people';
import type { BrokerRegistry } from './brokerList';
import { PROOFS, SETUPS, type Submission, type SubmissionKind, submissionRef } from './kinds';
import { toAdminProof, toAdminSetup } from './queue';

/** Most submissions and changes that are listed beside a case. */
const BESIDE = 10;

interface Deps {
  readonly firestore: Firestore;
  readonly registry: BrokerRegistry;
}

interface Other {
  readonly id: string;
  readonly userId: string;
}

/** The first submissions of a query that count as others. */
async function others<S extends Submission>(
  { parse }: SubmissionKind<S>,
  query: Query,
  isOther: (one: Other) => boolean,
): Promise<Other[]> {
  const found: Other[] = [];
  for await (const page of pagesOf(query, BESIDE)) {
    for (const document of page) {
      const submission = parse(document);
      const one = submission && { id: document.id, userId: submission.uid };
      if (one && isOther(one)) found.push(one);
    }
    if (found.length >= BESIDE) break;
  }
  return found.slice(0, BESIDE);
}

/** Submissions of any member with the same file, and those of other members about the same account. */
async function duplicatesOf<S extends Submission>(
  firestore: Firestore,
  kind: SubmissionKind<S>,
  { id, uid, account, digest }: { id: string; uid: string; account: string; digest: unknown },
): Promise<{ files: Other[]; accounts: Other[] }> {
  const all = firestore.collection(kind.collection);
  const [files, accounts] = await Promise.all([
    typeof digest === 'string'
      ? others(kind, all.where('digest', '==', digest), (one) => one.id !== id)
      : [],
    others(kind, kind.aboutAccount(all, account), ({ userId }) => userId !== uid),
  ]);
  return { files, accounts };
}

/** The member's row and history, the broker's data on the account, and duplicate submissions. */
async function readAround<S extends Submission>(
  { firestore, registry }: Deps,
  kind: SubmissionKind<S>,
  found: { id: string; uid: string; account: string; digest: unknown },
) {
  const [user, history, duplicates, listed] = await Promise.all([
    readRow(firestore, found.uid),
    readAccessHistory(firestore, found.uid, BESIDE),
    duplicatesOf(firestore, kind, found),
    registry.find(found.account),
  ]);
  const broker = listed && { ...listed, importedAt: new Date(listed.importedAt).toISOString() };
  return user && { user, history, broker, duplicates };
}

async function earlierOf(firestore: Firestore, { id, userId }: AdminProof): Promise<AdminProof[]> {
  const { docs } = await firestore
    .collection('proofs')
    .where('uid', '==', userId)
    .orderBy('createdAt', 'desc')
    .limit(BESIDE)
    .get();
  return docs.flatMap((document) => {
    const proof = PROOFS.parse(document);
    return proof && document.id !== id ? [toAdminProof(document.id, proof, null)] : [];
  });
}

const duplicateProof =
  (kind: DuplicateProof['kind']) =>
  ({ id, userId }: Other): DuplicateProof => ({ kind, proofId: id, userId });

/** A proof with everything that staff need to decide it; null where its member is gone. */
export async function readProofCase(deps: Deps, proof: AdminProof): Promise<ProofCase | null> {
  const { id, userId: uid, traderId: account } = proof;
  const document = await submissionRef(deps.firestore, PROOFS, id).get();
  const [found, earlier] = await Promise.all([
    readAround(deps, PROOFS, { id, uid, account, digest: document.get('digest') }),
    earlierOf(deps.firestore, proof),
  ]);
  if (!found) return null;
  const { user, history, broker, duplicates } = found;
  const same = [
    ...duplicates.files.map(duplicateProof('image')),
    ...duplicates.accounts.map(duplicateProof('trader ID')),
  ];
  return { proof, user, earlier, history, duplicates: same, broker };
}

type DuplicateSetup = SetupCase['duplicates'][number];

const duplicateSetup =
  (kind: DuplicateSetup['kind']) =>
  ({ id, userId }: Other): DuplicateSetup => ({ kind, setupId: id, userId });

/** An account setup with everything that staff need to decide it; null where it or its member is gone. */
export async function readSetupCase(deps: Deps, id: string): Promise<SetupCase | null> {
  const document = await submissionRef(deps.firestore, SETUPS, id).get();
  const stored = SETUPS.parse(document);
  if (!stored) return null;
  const { uid, brokerAccount: account } = stored;
  const digest: unknown = document.get('digest');
  const found = await readAround(deps, SETUPS, { id, uid, account, digest });
  if (!found) return null;
  const { user, history, broker, duplicates } = found;
  const setup: AdminSetup = toAdminSetup(id, stored);
  const same = [
    ...duplicates.files.map(duplicateSetup('file')),
    ...duplicates.accounts.map(duplicateSetup('broker account')),
  ];
  return { setup, user, history, duplicates: same, broker };
}
