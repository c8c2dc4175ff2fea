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
import { logger } from 'firebase-functions';
import { afterOutage, isCrashingFile, isInspectionDue } from '../../domain/submissions/inspection';
import type { Clock } from '../core/clock';
import type { Bucket } from '../core/firebase';
import { queueMail } from '../core/queues';
import { IMMEDIATELY, type TaskQueue } from '../core/taskQueues';
import { parseDocument } from '../core/documents';
import { readUser } from '../account/users';
import {
  submissionRef,
  type Upload,
  type UploadKind,
  uploadSchema,
  type UploadVerdict,
} from './kinds';
import { pendingWithout } from './queue';
import { redraw, RedrawTimeoutError } from './redraw';

export interface InspectDeps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly clock: Clock;
}

type StoredFile = ReturnType<Bucket['file']>;

/** A verdict with the SHA-256 of the uploaded bytes, by which staff find the same file of another account. */
type Inspected = UploadVerdict & { readonly digest?: string };

const MISSING = {
  accepted: false,
  reason: 'The file is missing. Please upload it again.',
} as const;

/** The verdict on a file whose pixels can't be decoded, or whose inspection crashed each time. */
const UNREADABLE = { accepted: false, reason: NOT_READABLE } as const;

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 404;

/**
 * The bytes of a file as stored: its uploader's claim about compression is not trusted.
 * @returns null where there are more than a proof may have; no more than that are read
 */
async function readBytes(file: StoredFile): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  const stream: AsyncIterable<unknown> = file.createReadStream({ decompress: false });
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) throw new Error('A stream of bytes gave something else');
    size += piece.length;
    if (size >= PROOF_MAX_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

type FileType = (typeof SETUP_PROOF_TYPES)[number];

const ENDINGS: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/** Stores a file with the server's own type, encoding, name and no public link: the uploader's metadata is dropped. */
const store = (file: StoredFile, bytes: Buffer, contentType: FileType): Promise<void> =>
  file.save(bytes, {
    resumable: false,
    metadata: {
      contentType,
      contentDisposition: `attachment; filename="proof.${ENDINGS[contentType]}"`,
      cacheControl: 'private, no-store',
    },
  });

/** The bytes to store of a file: its redrawn image, or the document as uploaded. @returns null where drawing fails */
const storableOf = async (bytes: Buffer, type: FileType, quality: number): Promise<Buffer | null> =>
  type === 'application/pdf' ? bytes : redraw(bytes, type, quality);

/** Judges a file by its bytes, and stores an accepted one in the folder of its kind. */
async function judgeFile(
  from: StoredFile,
  to: StoredFile,
  { judge, quality }: UploadKind,
): Promise<Inspected> {
  const bytes = await readBytes(from);
  if (!bytes) return { accepted: false, reason: FILE_TOO_LARGE };
  const digest = createHash('sha256').update(bytes).digest('hex');
  const verdict = judge(bytes);
  if (!verdict.accepted) return { ...verdict, digest };
  const kept = await storableOf(bytes, verdict.type, quality);
  if (!kept) return { ...UNREADABLE, digest };
  await store(to, kept, verdict.type);
  return { ...verdict, digest };
}

/** The same. A file that another run judged and deleted meanwhile counts as missing: that run's verdict is decisive. */
const inspectFile = (from: StoredFile, to: StoredFile, kind: UploadKind): Promise<Inspected> =>
  judgeFile(from, to, kind).catch((error: unknown) => {
    if (isGone(error)) return MISSING;
    throw error;
  });

/** `always` for the run that a submission triggers; a sweep begins only `when due`. */
type Beginning = 'always' | 'when due';

/**
 * Counts a run, before it reads anything that could crash it.
 * @returns the upload as it was before; null where there is nothing to judge
 */
async function begin(
  { firestore, clock }: InspectDeps,
  kind: UploadKind,
  id: string,
  beginning: Beginning,
): Promise<Upload | null> {
  const reference = submissionRef(firestore, kind, id);
  return firestore.runTransaction(async (transaction) => {
    const upload = parseDocument(uploadSchema, await transaction.get(reference));
    if (upload?.state !== 'checking') return null;
    const now = clock();
    if (beginning === 'when due' && !isInspectionDue(upload, now)) return null;
    const triedAt = Timestamp.fromMillis(now);
    transaction.update(reference, { attempts: (upload.attempts ?? 0) + 1, triedAt });
    return upload;
  });
}

/** The verdict where our own services failed. @throws the error as long as another run may succeed */
async function judgeOutage(
  { firestore, clock }: InspectDeps,
  kind: UploadKind,
  id: string,
  { upload, error }: { readonly upload: Upload; readonly error: unknown },
): Promise<Inspected> {
  if (error instanceof RedrawTimeoutError) throw error;
  await submissionRef(firestore, kind, id).update({ attempts: FieldValue.increment(-1) });
  if (afterOutage(upload, clock()) === 'retry') throw error;
  return { accepted: false, reason: NOT_CHECKED };
}

/** Writes the verdict and, for a rejection, queues the kind's mail; false where another run was faster. */
async function conclude(
  { firestore, clock }: InspectDeps,
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
    const rejectedProof = kind.collection === 'proofs' && !verdict.accepted;
    const writePending =
      rejectedProof && (await pendingWithout(firestore, transaction, { uid, id }));
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
      const order = { template, to: member.email, parameters };
      queueMail({ firestore }, transaction, order, now);
    }
    return true;
  });
}

/** States in which a submission's file may be looked at. */
const WITH_FILE: readonly ProofState[] = ['waiting', 'approved'];

/** True where the file stays stored: another run may have rejected it, or its member may be gone. */
async function isAccepted(firestore: Firestore, kind: UploadKind, id: string): Promise<boolean> {
  const state: unknown = (await submissionRef(firestore, kind, id).get()).get('state');
  return WITH_FILE.some((one) => one === state);
}

/**
 * Inspects the bytes of an upload before anybody sees it. An unacceptable file is rejected with the reason; an
 * accepted one is stored in the folder of its kind under its true type. The pending file is deleted. Run twice, it
 * judges once. A file that crashed three runs is rejected as unreadable; one that we failed to read for an hour, as
 * not checked.
 * @returns its verdict; null where there was nothing to judge
 * @throws Error where it is to be run again
 */
export async function inspect(
  deps: InspectDeps,
  kind: UploadKind,
  id: string,
  beginning: Beginning = 'always',
): Promise<UploadVerdict | null> {
  const upload = await begin(deps, kind, id, beginning);
  if (!upload) return null;
  const pending = deps.bucket.file(pendingPath(upload.uid, id));
  const file = deps.bucket.file(upload.file);
  const verdict = isCrashingFile(upload)
    ? UNREADABLE
    : await inspectFile(pending, file, kind).catch((error: unknown) =>
        judgeOutage(deps, kind, id, { upload, error }),
      );
  const isConcluded = await conclude(deps, kind, id, upload, verdict);
  if (!(await isAccepted(deps.firestore, kind, id))) await file.delete({ ignoreNotFound: true });
  await pending.delete({ ignoreNotFound: true });
  return isConcluded ? verdict : null;
}

/** Inspects an upload; a task repeats an inspection that fails. */
export async function inspectOrQueue(
  deps: InspectDeps & { readonly tasks: TaskQueue },
  kind: UploadKind,
  id: string,
): Promise<UploadVerdict | null> {
  try {
    return await inspect(deps, kind, id);
  } catch (cause) {
    const { collection } = kind;
    logger.error('An inspection failed', { collection, id, cause });
    await deps.tasks.add({ collection, id }, IMMEDIATELY);
    return null;
  }
}
