import type { UploadBody } from '@quantalgo/contracts';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { uploadDocument } from '../../documents';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { KeyReused } from '../core/idempotency';
import { memberIn } from '../members/users';
import { submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/** The leave to bring one file, of which storage.rules ask. */
type Leave = z.infer<typeof uploadDocument>;

/** A file may come, and be submitted, for so long (ms). */
const OPEN_MS = 24 * 60 * 60_000;

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

/** Whose the submission is that the id was used for before; null where there is none. */
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
 * Gives a member leave to bring one file, as long as nothing was submitted under its id: asked again, nothing is given
 * anew, so that a file that was rejected is never written a second time.
 * @param now epoch ms
 * @returns 'taken' where the id is another member's
 * @throws KeyReused where the id stands for another file, MemberGone
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
      throw new KeyReused('This request was sent before with other contents');
    if (submitter === null)
      transaction.set(reference, {
        ...{ uid, kind, type, size, usedAt: null },
        createdAt: Timestamp.fromMillis(now),
        expireAt: Timestamp.fromMillis(now + OPEN_MS),
      });
    return 'opened';
  });
}

/** True where the document gives this member leave that was not used yet. @param now epoch ms */
export function isLeave(
  snapshot: DocumentSnapshot,
  uid: string,
  { noun }: UploadKind,
  now: number,
): boolean {
  const leave = leaveOf(snapshot, now);
  return leave?.uid === uid && leave.kind === noun && leave.usedAt === null;
}

/** A file of the store that came, as the store tells of it. */
interface Arrival {
  readonly name: string;
  readonly contentType?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const PENDING = 'pending/';

/** Where Firebase keeps the tokens of links that open a file for anybody. */
const TOKENS = 'firebaseStorageDownloadTokens';

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 404;

/**
 * Takes the link that opens a file for anybody, which Firebase gives whoever uploads it, from a file that waits for its
 * inspection: written onto itself with its type alone, which the emulator understands as well.
 * @returns whether there was one to take
 */
export async function unlinkUpload(
  bucket: Bucket,
  { name, contentType = 'application/octet-stream', metadata = {} }: Arrival,
): Promise<boolean> {
  if (!name.startsWith(PENDING) || metadata[TOKENS] === undefined) return false;
  const file = bucket.file(name);
  try {
    // With no metadata at all the copy would inherit that of the file.
    await file.copy(file, { contentType, metadata: { link: 'none' } });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
