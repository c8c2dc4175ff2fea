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
import { COLLECTIONS } from '../../collections/collections';
import { parseDocument } from '../core/documents';
import { isFileMissing, type Bucket } from '../core/firebase';
import { KeyReusedError } from '../core/idempotency';
import { requireMember } from '../account/users';
import { submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/** Permission to upload one file, enforced by storage.rules. */
type UploadPermission = z.infer<typeof uploadDocument>;

export const uploadRef = (firestore: Firestore, id: string): DocumentReference =>
  firestore.collection('uploads').doc(id);

const parsePermission = (snapshot: DocumentSnapshot, now: number): UploadPermission | null => {
  const permission = parseDocument(uploadDocument, snapshot);
  return permission && permission.expireAt > now ? permission : null;
};

interface UploadRequest extends UploadBody {
  readonly id: string;
  readonly uid: string;
}

async function readSubmitter(
  firestore: Firestore,
  transaction: Transaction,
  { id, kind }: UploadRequest,
): Promise<unknown> {
  const uploadKind = UPLOAD_KINDS.find(({ noun }) => noun === kind);
  if (!uploadKind) return null;
  const submission = await transaction.get(submissionRef(firestore, uploadKind, id));
  return submission.exists ? submission.get('uid') : null;
}

const isSameRequest = (
  permission: UploadPermission,
  { kind, type, size }: UploadRequest,
): boolean => permission.kind === kind && permission.type === type && permission.size === size;

/**
 * Permits one upload, unless something was submitted under its id. Repeated calls don't renew the
 * permission, so a rejected file can't be replaced.
 * @returns `taken` if the id belongs to another member
 * @throws MemberGoneError, or KeyReusedError if the id was used for another file
 */
export async function openUpload(
  firestore: Firestore,
  request: UploadRequest,
  now: number,
): Promise<'opened' | 'taken'> {
  const { id, uid, kind, type, size } = request;
  const reference = uploadRef(firestore, id);
  return firestore.runTransaction(async (transaction) => {
    await requireMember(firestore, transaction, uid);
    const existing = parsePermission(await transaction.get(reference), now);
    const submitter = existing?.uid ?? (await readSubmitter(firestore, transaction, request));
    if (submitter !== null && submitter !== uid) return 'taken';
    if (existing && !isSameRequest(existing, request))
      throw new KeyReusedError('This request was already sent with different content');
    if (submitter === null)
      transaction.set(reference, {
        uid,
        kind,
        type,
        size,
        usedAt: null,
        createdAt: Timestamp.fromMillis(now),
        expireAt: Timestamp.fromMillis(now + COLLECTIONS.uploads.retentionMs),
      });
    return 'opened';
  });
}

/** `used`: by a submission. `none`: no valid permission of this member for this kind. */
export function getUploadState(
  snapshot: DocumentSnapshot,
  uid: string,
  { noun }: UploadKind,
  now: number,
): 'open' | 'used' | 'none' {
  const permission = parsePermission(snapshot, now);
  if (permission?.uid !== uid || permission.kind !== noun) return 'none';
  return permission.usedAt === null ? 'open' : 'used';
}

interface UploadedObject {
  readonly name: string;
  readonly contentType?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const PENDING_PREFIX = 'pending/';

const TOKENS_FIELD = 'firebaseStorageDownloadTokens';

/**
 * Revokes the uploader's public link: copies the pending file onto itself with only its type, which
 * also works on the emulator.
 * @returns false if there was no link
 */
export async function unlinkUpload(
  bucket: Bucket,
  { name, contentType = 'application/octet-stream', metadata = {} }: UploadedObject,
): Promise<boolean> {
  if (!name.startsWith(PENDING_PREFIX) || metadata[TOKENS_FIELD] === undefined) return false;
  const file = bucket.file(name);
  try {
    // A copy without metadata would inherit the file's, including the link.
    await file.copy(file, { contentType, metadata: { link: 'none' } });
    return true;
  } catch (error) {
    if (isFileMissing(error)) return false;
    throw error;
  }
}
