import { createHash } from 'node:crypto';
import {
  FILE_TOO_LARGE,
  NOT_CHECKED,
  NOT_READABLE,
  pendingPath,
  PROOF_MAX_BYTES,
  type ProofState,
  type SETUP_PROOF_TYPES,
} from '@quantalgo/contracts/submissions/submission';
import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import {
  decideAfterOutage,
  isCrashingFile,
  isInspectionDue,
} from '../../domain/submissions/inspection';
import type { Clock } from '../core/clock';
import { isFileMissing, type Bucket } from '../core/firebase';
import { queueEmail } from '../core/queues';
import { IMMEDIATELY, type TaskQueue } from '../core/taskQueues';
import { parseDocument } from '../core/documents';
import { readBounded } from '../core/readBounded';
import { readUser } from '../account/users';
import {
  submissionRef,
  type Upload,
  type UploadKind,
  uploadSchema,
  type UploadVerdict,
} from './kinds';
import { preparePendingUpdate } from './queue';
import { reencodeImage, RedrawTimeoutError } from './redraw';
import { logger } from '../core/log';

export interface InspectDeps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly clock: Clock;
}

type StoredFile = ReturnType<Bucket['file']>;

/** `digest` is the upload's SHA-256, by which staff find the same file from another account. */
type InspectionResult = UploadVerdict & { readonly digest?: string };

const MISSING_FILE = {
  accepted: false,
  reason: 'The file is missing. Please upload it again.',
} as const;

const UNREADABLE_FILE = { accepted: false, reason: NOT_READABLE } as const;

/**
 * Doesn't decompress, because the uploader's `content-encoding` can't be trusted.
 * @returns null if the file is too large
 */
const readBytes = (file: StoredFile): Promise<Buffer | null> =>
  readBounded(file.createReadStream({ decompress: false }), PROOF_MAX_BYTES - 1);

type FileType = (typeof SETUP_PROOF_TYPES)[number];

const FILE_EXTENSIONS: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/** Replaces the uploader's metadata: type, encoding, name and public link. */
const storeFile = (file: StoredFile, bytes: Buffer, contentType: FileType): Promise<void> =>
  file.save(bytes, {
    resumable: false,
    metadata: {
      contentType,
      contentDisposition: `attachment; filename="proof.${FILE_EXTENSIONS[contentType]}"`,
      cacheControl: 'private, no-store',
    },
  });

const prepareForStorage = async (
  bytes: Buffer,
  type: FileType,
  quality: number,
): Promise<Buffer | null> =>
  type === 'application/pdf' ? bytes : reencodeImage(bytes, type, quality);

async function judgeFile(
  from: StoredFile,
  to: StoredFile,
  { judge, quality }: UploadKind,
): Promise<InspectionResult> {
  const bytes = await readBytes(from);
  if (!bytes) return { accepted: false, reason: FILE_TOO_LARGE };
  const digest = createHash('sha256').update(bytes).digest('hex');
  const verdict = judge(bytes);
  if (!verdict.accepted) return { ...verdict, digest };
  const cleanBytes = await prepareForStorage(bytes, verdict.type, quality);
  if (!cleanBytes) return { ...UNREADABLE_FILE, digest };
  await storeFile(to, cleanBytes, verdict.type);
  return { ...verdict, digest };
}

/** A file that another run has judged and deleted counts as missing; that run's verdict applies. */
const inspectFile = (
  from: StoredFile,
  to: StoredFile,
  kind: UploadKind,
): Promise<InspectionResult> =>
  judgeFile(from, to, kind).catch((error: unknown) => {
    if (isFileMissing(error)) return MISSING_FILE;
    throw error;
  });

/** `always`: for a new submission. `when due`: for a sweep. */
type BeginMode = 'always' | 'when due';

/**
 * Counts the attempt before reading the file, because the file may crash the run. Null if there is
 * nothing to judge.
 */
async function beginAttempt(
  { firestore, clock }: InspectDeps,
  kind: UploadKind,
  id: string,
  mode: BeginMode,
): Promise<Upload | null> {
  const reference = submissionRef(firestore, kind, id);
  return firestore.runTransaction(async (transaction) => {
    const upload = parseDocument(uploadSchema, await transaction.get(reference));
    if (upload?.state !== 'checking') return null;
    const now = clock();
    if (mode === 'when due' && !isInspectionDue(upload, now)) return null;
    const triedAt = Timestamp.fromMillis(now);
    transaction.update(reference, { attempts: (upload.attempts ?? 0) + 1, triedAt });
    return upload;
  });
}

async function handleInspectionError(
  { firestore, clock }: InspectDeps,
  kind: UploadKind,
  id: string,
  { upload, error }: { readonly upload: Upload; readonly error: unknown },
): Promise<InspectionResult> {
  if (error instanceof RedrawTimeoutError) throw error;
  await submissionRef(firestore, kind, id).update({ attempts: FieldValue.increment(-1) });
  if (decideAfterOutage(upload, clock()) === 'retry') throw error;
  return { accepted: false, reason: NOT_CHECKED };
}

async function storeVerdict(
  { firestore, clock }: InspectDeps,
  kind: UploadKind,
  id: string,
  { uid }: Upload,
  verdict: InspectionResult,
): Promise<boolean> {
  const member = await readUser(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const reference = submissionRef(firestore, kind, id);
    const upload = await transaction.get(reference);
    if (upload.get('state') !== ('checking' satisfies ProofState)) return false;
    const isRejectedProof = kind.collection === 'proofs' && !verdict.accepted;
    const writePending =
      isRejectedProof && (await preparePendingUpdate(firestore, transaction, { uid, id }));
    const state: ProofState = verdict.accepted ? kind.accepted : 'rejected';
    const reason = verdict.accepted ? null : verdict.reason;
    const now = clock();
    const { digest = null } = verdict;
    const updatedAt = Timestamp.fromMillis(now);
    transaction.update(reference, { state, reason, digest, updatedAt });
    if (writePending) writePending();
    const { template } = kind;
    if (member && reason !== null && template !== null) {
      const parameters = { fullName: member.fullName, reason };
      const email = { template, to: member.email, parameters };
      queueEmail({ firestore }, transaction, email, now);
    }
    return true;
  });
}

const STATES_WITH_FILE: readonly ProofState[] = ['waiting', 'approved'];

/** Re-reads the state: another run may have rejected the file, or its member may be gone. */
async function isAccepted(firestore: Firestore, kind: UploadKind, id: string): Promise<boolean> {
  const state: unknown = (await submissionRef(firestore, kind, id).get()).get('state');
  return STATES_WITH_FILE.some((name) => name === state);
}

/**
 * Inspects an upload before anybody sees it, and deletes the pending file. Idempotent. Rejects a
 * file that crashed three runs as unreadable, and one that couldn't be read for an hour as not
 * checked.
 * @returns null if there was nothing to judge
 * @throws Error if the inspection must run again
 */
export async function inspectUpload(
  deps: InspectDeps,
  kind: UploadKind,
  id: string,
  mode: BeginMode = 'always',
): Promise<UploadVerdict | null> {
  const upload = await beginAttempt(deps, kind, id, mode);
  if (!upload) return null;
  const pending = deps.bucket.file(pendingPath(upload.uid, id));
  const file = deps.bucket.file(upload.file);
  const verdict = isCrashingFile(upload)
    ? UNREADABLE_FILE
    : await inspectFile(pending, file, kind).catch((error: unknown) =>
        handleInspectionError(deps, kind, id, { upload, error }),
      );
  const isConcluded = await storeVerdict(deps, kind, id, upload, verdict);
  if (!(await isAccepted(deps.firestore, kind, id))) await file.delete({ ignoreNotFound: true });
  await pending.delete({ ignoreNotFound: true });
  return isConcluded ? verdict : null;
}

export async function inspectOrQueue(
  deps: InspectDeps & { readonly tasks: TaskQueue },
  kind: UploadKind,
  id: string,
): Promise<UploadVerdict | null> {
  try {
    return await inspectUpload(deps, kind, id);
  } catch (cause) {
    const { collection } = kind;
    logger.error('Inspection failed', { collection, id, cause });
    await deps.tasks.add({ collection, id }, IMMEDIATELY);
    return null;
  }
}
