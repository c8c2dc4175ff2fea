import type { UploadBody } from '@quantalgo/contracts/submissions/submission';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { uploadDocument } from '../../collections/submissions';
import { KEPT_MS } from '../../retention';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { KeyReusedError } from '../core/idempotency';
import { memberIn } from '../account/users';
import { submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/** Permission to upload one file, checked by storage.rules. */
type Leave = z.infer<typeof uploadDocument>;

export const uploadRef = (firestore: Firestore, id: string): DocumentReference =>
  firestore.collection('uploads').doc(id);

const leaveOf = (snapshot: DocumentSnapshot, now: number): Leave | null => {
  const leave = parseDocument(uploadDocument, snapshot);
  return leave && leave.expireAt > now ? leave : null;
};

interface Order extends UploadBody {
  readonly id: string;
  readonly uid: string;
}

/** The owner of the submission that already has this id; null where there is none. */
async function submitterOf(
  firestore: Firestore,
  transaction: Transaction,
  { id, kind }: Order,
): Promise<unknown> {
  const submitted = UPLOAD_KINDS.find(({ noun }) => noun === kind);
  if (!submitted) return null;
  const submission = await transaction.get(submissionRef(firestore, submitted, id));
  return submission.exists ? submission.get('uid') : null;
}

const asksTheSame = (leave: Leave, { kind, type, size }: Order): boolean =>
  leave.kind === kind && leave.type === type && leave.size === size;

/**
 * Permits a member to upload one file, as long as nothing was submitted under its id. A repeated call doesn't renew the
 * permission, so that a rejected file is never uploaded a second time.
 * @param now epoch ms
 * @returns 'taken' where the id is another member's
 * @throws KeyReusedError where the id was used for another file, MemberGoneError
 */
export async function openUpload(
  firestore: Firestore,
  order: Order,
  now: number,
): Promise<'opened' | 'taken'> {
  const { id, uid, kind, type, size } = order;
  const reference = uploadRef(firestore, id);
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const known = leaveOf(await transaction.get(reference), now);
    const submitter = known?.uid ?? (await submitterOf(firestore, transaction, order));
    if (submitter !== null && submitter !== uid) return 'taken';
    if (known && !asksTheSame(known, order))
      throw new KeyReusedError('This request was sent before with other contents');
    if (submitter === null)
      transaction.set(reference, {
        uid,
        kind,
        type,
        size,
        usedAt: null,
        createdAt: Timestamp.fromMillis(now),
        expireAt: Timestamp.fromMillis(now + KEPT_MS.uploads),
      });
    return 'opened';
  });
}

/** What a document is of this member's permission: open, used by a submission, or none, as after its time. @param now epoch ms */
export function leaveState(
  snapshot: DocumentSnapshot,
  uid: string,
  { noun }: UploadKind,
  now: number,
): 'open' | 'used' | 'none' {
  const leave = leaveOf(snapshot, now);
  if (leave?.uid !== uid || leave.kind !== noun) return 'none';
  return leave.usedAt === null ? 'open' : 'used';
}

/** A file that arrived in Cloud Storage, as in its event. */
interface Arrival {
  readonly name: string;
  readonly contentType?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const PENDING = 'pending/';

/** Metadata field in which Firebase stores the tokens of a file's public links. */
const TOKENS = 'firebaseStorageDownloadTokens';

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 404;

/**
 * Revokes the public link that Firebase creates for an uploader, from a file that waits for its inspection: it copies
 * the file onto itself with its type alone, which works on the emulator too.
 * @returns whether there was a link
 */
export async function unlinkUpload(
  bucket: Bucket,
  { name, contentType = 'application/octet-stream', metadata = {} }: Arrival,
): Promise<boolean> {
  if (!name.startsWith(PENDING) || metadata[TOKENS] === undefined) return false;
  const file = bucket.file(name);
  try {
    // Without any metadata the copy would inherit that of the file.
    await file.copy(file, { contentType, metadata: { link: 'none' } });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
