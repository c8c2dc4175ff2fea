import { DAY_MS } from '@quantalgo/contracts/core/time';
import { journalDocumentSchema } from '@quantalgo/contracts/journal/entry';
import { postDocumentSchema } from '@quantalgo/contracts/network/post';
import {
  pictureDocumentSchema,
  type PictureRecord,
} from '@quantalgo/contracts/submissions/picture';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { KEPT_MS } from '../../retention';
import { pagesOf, parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { journalEntryRef } from '../journal/journal';
import { CHECKING, PICTURES, submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/** How long (ms) an upload may wait for its submission: the connection can break between the two. */
const ORPHAN_MS = DAY_MS;

/** Files or pictures that are listed, and looked up in the database, at a time. */
const AT_ONCE = 100;

/** Unnamed files or pictures that interrupted submissions and deletions account for. */
const FEW = 5;

/** Most that one sweep deletes of each kind; more wait for the next. */
const MAX_DELETED = 10_000;

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

/** How many old files a kind's folder has, and the names of those without a document, which are counted. */
async function findOrphans({ firestore, bucket }: Deps, kind: UploadKind, now: number) {
  const names: string[] = [];
  let [all, orphans] = [0, 0];
  for await (const old of filesBefore(bucket, kind.folder, now - ORPHAN_MS)) {
    if (old.length === 0) continue;
    const found = await unnamed(firestore, kind, old);
    all += old.length;
    orphans += found.length;
    if (names.length < MAX_DELETED) names.push(...found.map(({ name }) => name));
  }
  return { all, orphans, names };
}

/** @throws Error where most files are unnamed: then the database lost their documents, and they are all that is left */
async function removeOrphansOf(deps: Deps, kind: UploadKind, now: number): Promise<number> {
  const { all, orphans, names } = await findOrphans(deps, kind, now);
  if (orphans > FEW && orphans > all / 2)
    throw new Error(
      `${orphans} of ${all} files in ${kind.folder} are unnamed: are documents lost?`,
    );
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE).map((name) => deps.bucket.file(name));
    await Promise.all(some.map((file) => file.delete({ ignoreNotFound: true })));
  }
  return names.length;
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

/** A picture under its id. */
interface StoredPicture {
  readonly id: string;
  readonly data: PictureRecord;
}

/** `named`: its owner document references it. `unnamed`: the owner document exists but doesn't. `alone`: it is gone. */
type PictureReference = 'named' | 'unnamed' | 'alone';

/** References to pictures of entries, which name them also in a value kept beside the entry's own. */
async function referencesInEntries(
  firestore: Firestore,
  pictures: readonly (StoredPicture & { readonly slot: string })[],
): Promise<PictureReference[]> {
  if (pictures.length === 0) return [];
  const found = await firestore.getAll(
    ...pictures.map(({ data: { uid }, slot }) => journalEntryRef(firestore, uid, slot)),
  );
  return pictures.map(({ id }, at) => {
    const document = found[at];
    const entry = document && parseDocument(journalDocumentSchema, document);
    if (!entry) return 'alone';
    const isNamed = [entry, ...entry.besides].some(({ picture }) => picture === id);
    return isNamed ? 'named' : 'unnamed';
  });
}

/** Most values in an `in` query of Firestore. */
const IN_LIST = 30;

/** References to pictures of posts: a post that goes takes its picture along, so each that is named by none is alone. */
async function referencesInPosts(
  firestore: Firestore,
  pictures: readonly StoredPicture[],
): Promise<PictureReference[]> {
  const authors = new Map(pictures.map(({ id, data }) => [id, data.uid]));
  const ids = [...authors.keys()];
  const named = new Set<string>();
  for (let at = 0; at < ids.length; at += IN_LIST) {
    const some = ids.slice(at, at + IN_LIST);
    const { docs } = await firestore.collection('posts').where('picture', 'in', some).get();
    for (const document of docs) {
      const post = parseDocument(postDocumentSchema, document);
      if (post && post.picture !== null && authors.get(post.picture) === post.uid)
        named.add(post.picture);
    }
  }
  return pictures.map(({ id }) => (named.has(id) ? 'named' : 'alone'));
}

/** What a sweep found of the pictures of entries, or of posts. */
interface Found {
  /** Those that nothing names. */
  readonly unnamed: StoredPicture[];
  /** The members who have any, and those of whom one stands alone. */
  readonly owners: Set<string>;
  readonly bereft: Set<string>;
  alone: number;
}

const nothingFound = (): Found => ({
  unnamed: [],
  owners: new Set(),
  bereft: new Set(),
  alone: 0,
});

function add(
  found: Found,
  { id, data }: StoredPicture,
  reference: PictureReference | undefined,
): void {
  found.owners.add(data.uid);
  if (reference === 'named') return;
  if (found.unnamed.length < MAX_DELETED) found.unnamed.push({ id, data });
  if (reference !== 'alone') return;
  found.alone += 1;
  found.bereft.add(data.uid);
}

/** Looks at every picture that is older than it may wait. */
async function findPictures(firestore: Firestore, now: number) {
  const old = firestore
    .collection(PICTURES.collection)
    .where('createdAt', '<', Timestamp.fromMillis(now - KEPT_MS.pictures))
    .orderBy('createdAt', 'asc');
  const found = { entries: nothingFound(), posts: nothingFound() };
  for await (const documents of pagesOf(old, AT_ONCE)) {
    const pictures = documents.flatMap((document) => {
      const data = parseDocument(pictureDocumentSchema, document);
      return data ? [{ id: document.id, data }] : [];
    });
    const ofEntries = pictures.flatMap((one) =>
      one.data.slot === null ? [] : [{ ...one, slot: one.data.slot }],
    );
    const ofPosts = pictures.filter(({ data }) => data.slot === null);
    const inEntries = await referencesInEntries(firestore, ofEntries);
    const inPosts = await referencesInPosts(firestore, ofPosts);
    for (const [at, one] of ofEntries.entries()) add(found.entries, one, inEntries[at]);
    for (const [at, one] of ofPosts.entries()) add(found.posts, one, inPosts[at]);
  }
  return found;
}

/**
 * Deletes what nothing names.
 * @throws Error where pictures of most members stand alone: then what named them is lost, and nothing else keeps them
 */
async function deleteUnnamed(
  { firestore, bucket }: Deps,
  by: 'entries' | 'posts',
  { unnamed, owners, bereft, alone }: Found,
): Promise<number> {
  if (alone > FEW && bereft.size > owners.size / 2)
    throw new Error(
      `${alone} pictures of ${bereft.size} of ${owners.size} members are named by no ${by}: are those lost?`,
    );
  for (const { id, data } of unnamed) {
    await submissionRef(firestore, PICTURES, id).delete();
    await bucket.file(data.file).delete({ ignoreNotFound: true });
  }
  return unnamed.length;
}

/** Runs sweeps one after the other. @throws AggregateError of those that failed, once all have run */
async function inTurn(sweeps: readonly (() => Promise<number>)[]): Promise<number> {
  const failures: unknown[] = [];
  let removed = 0;
  for (const sweep of sweeps) {
    try {
      removed += await sweep();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return removed;
}

/**
 * Deletes pictures that nothing names: the member chose another, or none. It reads each picture and what it belongs to.
 * @param now epoch ms
 * @returns the number of deleted pictures
 * @throws AggregateError where entries or posts seem to be lost, before a picture of those is deleted
 */
export async function removeUnnamedPictures(deps: Deps, now: number): Promise<number> {
  const { entries, posts } = await findPictures(deps.firestore, now);
  return inTurn([
    () => deleteUnnamed(deps, 'entries', entries),
    () => deleteUnnamed(deps, 'posts', posts),
  ]);
}

/**
 * Deletes pictures that nothing names, files whose submission is gone, and uploads that were never submitted. None of
 * them holds up the others.
 * @param now epoch ms
 * @returns the number of deleted files
 * @throws AggregateError where documents seem to be lost, before the files of those are deleted
 */
export const removeOrphans = (deps: Deps, now: number): Promise<number> =>
  inTurn([
    () => removeUnnamedPictures(deps, now),
    ...UPLOAD_KINDS.map((kind) => () => removeOrphansOf(deps, kind, now)),
    () => removePending(deps, now),
  ]);
