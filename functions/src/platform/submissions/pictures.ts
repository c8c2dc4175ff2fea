import {
  journalDocumentSchema,
  pictureDocumentSchema,
  type PictureRecord,
  postDocumentSchema,
  type PostRecord,
  type ServedPicture,
} from '@quantalgo/contracts';
import {
  type DocumentReference,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { KEPT_MS } from '../../retention';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { journalEntryRef } from '../paper/journal';
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
  looker: { readonly uid: string; readonly isStaff: boolean },
): Promise<ServedPicture> {
  const post = parseDocument(postDocumentSchema, await deps.firestore.doc(`posts/${id}`).get());
  const none = { jpeg: null, reason: null };
  if (post?.picture === undefined || post.picture === null || post.uid === null) return none;
  if (!post.open && !looker.isStaff && post.uid !== looker.uid) return none;
  return readPicture(deps, post.uid, post.picture);
}

/**
 * The document of a post's picture, to be deleted with the post, after which nobody gets the picture any more; its file
 * is an orphan then. Null where it isn't its author's, or belongs to an entry of their journal.
 */
export async function pictureOfPost(
  firestore: Firestore,
  transaction: Transaction,
  { uid, picture }: Pick<PostRecord, 'uid' | 'picture'>,
): Promise<DocumentReference | null> {
  if (picture === null) return null;
  const reference = submissionRef(firestore, PICTURES, picture);
  const stored = PICTURES.parse(await transaction.get(reference));
  return stored?.uid === uid && stored.slot === null ? reference : null;
}

/** A picture under its id. */
interface Stored {
  readonly id: string;
  readonly data: PictureRecord;
}

/** The pictures that entries of journals name, also in a value kept beside the entry's own. */
async function namedByEntries(firestore: Firestore, pictures: readonly Stored[]) {
  const references = pictures.flatMap(({ data: { uid, slot } }) =>
    slot === null ? [] : [journalEntryRef(firestore, uid, slot)],
  );
  const found = references.length === 0 ? [] : await firestore.getAll(...references);
  return found.flatMap((document) => {
    const entry = parseDocument(journalDocumentSchema, document);
    return entry ? [entry.picture, ...entry.besides.map(({ picture }) => picture)] : [];
  });
}

/** Most values in an `in` query of Firestore. */
const IN_LIST = 30;

/** The pictures that posts of their own author name. */
async function namedByPosts(firestore: Firestore, pictures: readonly Stored[]) {
  const ofPosts = new Map(
    pictures.flatMap(({ id, data }) => (data.slot === null ? [[id, data.uid] as const] : [])),
  );
  const ids = [...ofPosts.keys()];
  const named: string[] = [];
  for (let at = 0; at < ids.length; at += IN_LIST) {
    const some = ids.slice(at, at + IN_LIST);
    const { docs } = await firestore.collection('posts').where('picture', 'in', some).get();
    for (const document of docs) {
      const post = parseDocument(postDocumentSchema, document);
      if (post && post.picture !== null && ofPosts.get(post.picture) === post.uid)
        named.push(post.picture);
    }
  }
  return named;
}

/** Pictures that are looked up at a time. */
const AT_ONCE = 100;

/**
 * Deletes pictures that nothing names: the member chose another, or none. It reads each picture and what it belongs to.
 * @param now epoch ms
 * @returns the number of deleted pictures
 */
export async function removeUnnamedPictures(
  { firestore, bucket }: Deps,
  now: number,
): Promise<number> {
  const old = firestore
    .collection(PICTURES.collection)
    .where('createdAt', '<', Timestamp.fromMillis(now - KEPT_MS.pictures))
    .orderBy('createdAt', 'asc')
    .limit(AT_ONCE);
  let removed = 0;
  for (let page = await old.get(); ;) {
    const pictures = page.docs.flatMap((document) => {
      const data = parseDocument(pictureDocumentSchema, document);
      return data ? [{ id: document.id, data }] : [];
    });
    const named = new Set([
      ...(await namedByEntries(firestore, pictures)),
      ...(await namedByPosts(firestore, pictures)),
    ]);
    const unnamed = pictures.filter(({ id }) => !named.has(id));
    for (const { id, data } of unnamed) {
      await submissionRef(firestore, PICTURES, id).delete();
      await bucket.file(data.file).delete({ ignoreNotFound: true });
    }
    removed += unnamed.length;
    const last = page.docs.at(-1);
    if (!last || page.docs.length < AT_ONCE) return removed;
    page = await old.startAfter(last).get();
  }
}
