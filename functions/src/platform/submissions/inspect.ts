import { createHash } from 'node:crypto';
import { FILE_TOO_LARGE, PROOF_MAX_BYTES, type ProofState } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../core/clock';
import type { Bucket } from '../core/firebase';
import { queueMail } from '../core/outbox';
import { parseDocument } from '../core/documents';
import type { Secrets } from '../core/secrets';
import { readUser } from '../members/users';
import {
  submissionRef,
  type Upload,
  type UploadKind,
  uploadSchema,
  type UploadVerdict,
} from './kinds';

export interface InspectDeps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

type StoredFile = ReturnType<Bucket['file']>;

/** A verdict with the SHA-256 of the bytes, by which staff finds the same file of another account. */
type Inspected = UploadVerdict & { readonly digest?: string };

const MISSING = {
  accepted: false,
  reason: 'The file is missing. Please upload it again.',
} as const;

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 404;

async function readFile(file: StoredFile, judge: UploadKind['judge']): Promise<Inspected> {
  const [{ size }] = await file.getMetadata();
  if (Number(size) >= PROOF_MAX_BYTES) return { accepted: false, reason: FILE_TOO_LARGE };
  const [bytes] = await file.download();
  return { ...judge(bytes), digest: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Judges a stored file by its bytes, which are read only where there are not too many. One that another run rejected and
 * removed meanwhile is missing: that run has the say.
 */
const inspectFile = (file: StoredFile, { judge }: UploadKind): Promise<Inspected> =>
  readFile(file, judge).catch((error: unknown) => {
    if (isGone(error)) return MISSING;
    throw error;
  });

/** Writes the verdict and, of a rejection, the mail; false where another run was quicker. */
async function conclude(
  { firestore, secrets, clock }: InspectDeps,
  kind: UploadKind,
  id: string,
  { uid }: Upload,
  verdict: Inspected,
): Promise<boolean> {
  const member = await readUser(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const reference = submissionRef(firestore, kind, id);
    const upload = await transaction.get(reference);
    if (upload.get('state') !== ('checking' satisfies ProofState)) return false;
    const state: ProofState = verdict.accepted ? 'waiting' : 'rejected';
    const reason = verdict.accepted ? null : verdict.reason;
    const now = clock();
    const { digest = null } = verdict;
    const updatedAt = Timestamp.fromMillis(now);
    transaction.update(reference, { state, reason, digest, updatedAt });
    if (member && reason !== null) {
      const parameters = { fullName: member.fullName, reason };
      const order = { template: kind.template, to: member.email, parameters };
      queueMail({ firestore, secrets }, transaction, order, now);
    }
    return true;
  });
}

/**
 * Looks at the bytes of an upload before any member of staff does. What is not what it should be is rejected with the
 * reason, and its file removed; what is carries its true type from then on. Run twice, it judges once.
 * @returns its verdict; null where there was nothing to judge
 */
export async function inspect(
  deps: InspectDeps,
  kind: UploadKind,
  id: string,
): Promise<UploadVerdict | null> {
  const document = await submissionRef(deps.firestore, kind, id).get();
  const upload = parseDocument(uploadSchema, document);
  if (upload?.state !== 'checking') return null;
  const file = deps.bucket.file(upload.file);
  const verdict = await inspectFile(file, kind);
  if (verdict.accepted)
    await file.setMetadata({ contentType: verdict.type, cacheControl: 'private, no-store' });
  if (!(await conclude(deps, kind, id, upload, verdict))) return null;
  if (!verdict.accepted) await file.delete({ ignoreNotFound: true });
  return verdict;
}
