import {
  journalDocumentSchema,
  pictureDocumentSchema,
  type PictureRecord,
  postDocumentSchema,
} from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { journalEntryRef } from '../paper/journal';
import { CHECKING, PICTURES, submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/** How long (ms) an upload may wait for its submission: the connection can break between the two. */
const ORPHAN_MS = 24 * 60 * 60_000;

/** Files or pictures that are listed, and looked up in the database, at a time. */
const AT_ONCE = 100;

/** Unnamed files of a page that interrupted submissions and deletions account for. */
const FEW = 5;

interface Deps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
}

type StoredFile = ReturnType<Bucket['file']>;

const idOf = ({ name }: StoredFile) => name.slice(name.lastIndexOf('/') + 1);

/** The files that no submission names. */
async function unnamed(
  firestore: Firestore,
  kind: UploadKind,
  files: StoredFile[],
): Promise<StoredFile[]> {
  const uploads = await firestore.getAll(
    ...files.map((file) => submissionRef(firestore, kind, idOf(file))),
  );
  const named = new Set(
    uploads.filter(({ exists }) => exists).map((upload): unknown => upload.get('file')),
  );
  return files.filter(({ name }) => !named.has(name));
}

/** The files of a folder uploaded before a time (epoch ms), page by page, as all together may not fit in memory. */
async function* filesBefore(
  bucket: Bucket,
  folder: string,
  time: number,
): AsyncGenerator<StoredFile[], void> {
  const page = { prefix: `${folder}/`, maxResults: AT_ONCE, autoPaginate: false };
  let pageToken: string | undefined;
  do {
    const asked = pageToken === undefined ? page : { ...page, pageToken };
    // The type claims that there is always a next page; after the last one there is none.
    const reply: readonly [StoredFile[], { pageToken?: string } | null, unknown] =
      await bucket.getFiles(asked);
    yield reply[0].filter(({ metadata }) => Date.parse(metadata.timeCreated ?? '') < time);
    pageToken = reply[1]?.pageToken;
  } while (pageToken !== undefined);
}

/** @throws Error where most of the files are unnamed: then the database lost their documents, and they are all that is left */
function refuseLoss(folder: string, all: number, orphans: number): void {
  if (orphans > FEW && orphans > all / 2)
    throw new Error(`${orphans} of ${all} files in ${folder} are unnamed: are documents lost?`);
}

async function removeOrphansOf(
  { firestore, bucket }: Deps,
  kind: UploadKind,
  now: number,
): Promise<number> {
  let removed = 0;
  for await (const old of filesBefore(bucket, kind.folder, now - ORPHAN_MS)) {
    if (old.length === 0) continue;
    const orphans = await unnamed(firestore, kind, old);
    refuseLoss(kind.folder, old.length, orphans.length);
    await Promise.all(orphans.map((file) => file.delete({ ignoreNotFound: true })));
    removed += orphans.length;
  }
  return removed;
}

/** True while the file still awaits its inspection. */
async function isChecked(firestore: Firestore, file: StoredFile): Promise<boolean> {
  const references = UPLOAD_KINDS.map((kind) => submissionRef(firestore, kind, idOf(file)));
  const submissions = await firestore.getAll(...references);
  return submissions.some((submission) => submission.get('state') === CHECKING);
}

/** Deletes pending files without a submission, and those that an inspection left behind. */
async function removePending({ firestore, bucket }: Deps, now: number): Promise<number> {
  let removed = 0;
  const remove = async (file: StoredFile) => {
    if (await isChecked(firestore, file)) return;
    await file.delete({ ignoreNotFound: true });
    removed += 1;
  };
  for await (const old of filesBefore(bucket, 'pending', now - ORPHAN_MS))
    await Promise.all(old.map(remove));
  return removed;
}

/**
 * Deletes uploads that were never submitted, and files whose submission is gone.
 * @param now epoch ms
 * @returns the number of deleted files
 * @throws Error where documents seem to be lost, before their files are deleted
 */
export async function removeOrphans(deps: Deps, now: number): Promise<number> {
  let removed = 0;
  for (const kind of UPLOAD_KINDS) removed += await removeOrphansOf(deps, kind, now);
  return removed + (await removePending(deps, now));
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

/** How long (ms) a picture may wait for what it belongs to: the entry may be sent later than its picture. */
const UNNAMED_MS = 24 * 60 * 60_000;

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
    .where('createdAt', '<', Timestamp.fromMillis(now - UNNAMED_MS))
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
