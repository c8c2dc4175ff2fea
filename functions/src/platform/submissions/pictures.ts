import { postDocumentSchema, type PostRecord } from '@quantalgo/contracts/network/post';
import type { ServedPicture } from '@quantalgo/contracts/submissions/picture';
import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { isFileMissing, type Bucket } from '../core/firebase';
import { PICTURES, submissionRef } from './kinds';
import { logger } from '../core/log';

interface Deps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
}

/**
 * Serves only pictures that were inspected and redrawn.
 * @param uid the owner; other members' pictures are treated as missing
 */
export async function readPicture(
  { firestore, bucket }: Deps,
  uid: string,
  id: string,
): Promise<ServedPicture> {
  const picture = PICTURES.parse(await submissionRef(firestore, PICTURES, id).get());
  if (picture?.uid !== uid) return { jpeg: null, reason: null };
  if (picture.state !== 'approved') return { jpeg: null, reason: picture.reason };
  try {
    const [bytes] = await bucket.file(picture.file).download();
    return { jpeg: bytes.toString('base64'), reason: null };
  } catch (error) {
    if (isFileMissing(error)) return { jpeg: null, reason: null };
    throw error;
  }
}

/** Everybody in the room sees an open post's picture. Otherwise only the author and staff do. */
export async function readPostPicture(
  deps: Deps,
  id: string,
  viewer: { readonly uid: string; readonly isStaff: boolean },
): Promise<ServedPicture> {
  const post = parseDocument(postDocumentSchema, await deps.firestore.doc(`posts/${id}`).get());
  const noPicture = { jpeg: null, reason: null };
  if (post?.picture === undefined || post.picture === null || post.uid === null) return noPicture;
  if (!post.open && !viewer.isStaff && post.uid !== viewer.uid) return noPicture;
  return readPicture(deps, post.uid, post.picture);
}

interface PictureOfPost {
  readonly reference: DocumentReference;
  readonly file: string;
  readonly isApproved: boolean;
}

/**
 * A caller that deletes the post must delete the document, too, and the file afterwards. Null if the
 * picture hasn't arrived, isn't the author's, or belongs to a journal entry.
 */
export async function readPictureOfPost(
  firestore: Firestore,
  transaction: Transaction,
  { uid, picture }: Pick<PostRecord, 'uid' | 'picture'>,
): Promise<PictureOfPost | null> {
  if (picture === null) return null;
  const reference = submissionRef(firestore, PICTURES, picture);
  const stored = PICTURES.parse(await transaction.get(reference));
  if (stored?.uid !== uid || stored.slot !== null) return null;
  return { reference, file: stored.file, isApproved: stored.state === 'approved' };
}

/** Failures leave an orphan, which the nightly sweep deletes. */
export async function deletePictureFile(bucket: Bucket, file: string): Promise<void> {
  try {
    await bucket.file(file).delete({ ignoreNotFound: true });
  } catch (error) {
    logger.warn('Failed to delete the file of a deleted picture', { reason: String(error) });
  }
}
