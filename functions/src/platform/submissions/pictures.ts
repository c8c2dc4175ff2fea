import { postDocumentSchema, type PostRecord } from '@quantalgo/contracts/network/post';
import type { ServedPicture } from '@quantalgo/contracts/submissions/picture';
import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { PICTURES, submissionRef } from './kinds';

interface Deps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 404;

/**
 * A member's picture. It is shown after the inspection has redrawn it: until then, and once it is deleted, there is none.
 * @param uid of the member whose picture it is: another member's is none
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
    if (isGone(error)) return { jpeg: null, reason: null };
    throw error;
  }
}

/**
 * The picture of a post: of an open one for everybody in the room, of one that moderators hold or refused for its author
 * and staff.
 */
export async function readPostPicture(
  deps: Deps,
  id: string,
  viewer: { readonly uid: string; readonly isStaff: boolean },
): Promise<ServedPicture> {
  const post = parseDocument(postDocumentSchema, await deps.firestore.doc(`posts/${id}`).get());
  const none = { jpeg: null, reason: null };
  if (post?.picture === undefined || post.picture === null || post.uid === null) return none;
  if (!post.open && !viewer.isStaff && post.uid !== viewer.uid) return none;
  return readPicture(deps, post.uid, post.picture);
}

/** A picture's document, and the path of its file. */
interface PictureOfPost {
  readonly reference: DocumentReference;
  readonly file: string;
}

/**
 * A post's picture. Its document is to be deleted with the post, after which nobody gets the picture any more, and then
 * its file. Null where it isn't its author's, or belongs to an entry of their journal.
 */
export async function pictureOfPost(
  firestore: Firestore,
  transaction: Transaction,
  { uid, picture }: Pick<PostRecord, 'uid' | 'picture'>,
): Promise<PictureOfPost | null> {
  if (picture === null) return null;
  const reference = submissionRef(firestore, PICTURES, picture);
  const stored = PICTURES.parse(await transaction.get(reference));
  return stored?.uid === uid && stored.slot === null ? { reference, file: stored.file } : null;
}

/** Deletes the file of a picture whose document is gone. What can't be deleted now is an orphan, which goes at night. */
export async function deletePictureFile(bucket: Bucket, file: string): Promise<void> {
  try {
    await bucket.file(file).delete({ ignoreNotFound: true });
  } catch (error) {
    logger.warn('The file of a deleted picture is left', { reason: String(error) });
  }
}
