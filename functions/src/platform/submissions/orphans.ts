import { DAY_MS } from '@quantalgo/contracts/core/time';
import { journalDocumentSchema } from '@quantalgo/contracts/journal/entry';
import { postDocumentSchema } from '@quantalgo/contracts/network/post';
import {
  pictureDocumentSchema,
  type PictureRecord,
} from '@quantalgo/contracts/submissions/picture';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { COLLECTIONS } from '../../collections/collections';
import { readPages, parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { runSteps } from '../core/steps';
import { journalEntryRef } from '../journal/journal';
import { CHECKING, PICTURES, submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/**
 * Younger files may still get their submission: the connection may have broken after the upload.
 */
const MIN_ORPHAN_AGE_MS = DAY_MS;

const PAGE_SIZE = 100;

/** Interrupted submissions and deletions leave about this many. */
const MAX_EXPECTED_ORPHANS = 5;

/** Limit per sweep and kind. The next sweep continues. */
const MAX_DELETIONS = 10_000;

interface Deps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
}

type StoredFile = ReturnType<Bucket['file']>;

const getId = ({ name }: StoredFile) => name.slice(name.lastIndexOf('/') + 1);

async function findUnreferenced(
  firestore: Firestore,
  kind: UploadKind,
  files: StoredFile[],
): Promise<StoredFile[]> {
  const uploads = await firestore.getAll(
    ...files.map((file) => submissionRef(firestore, kind, getId(file))),
  );
  const referencedFiles = new Set(
    uploads.filter(({ exists }) => exists).map((upload): unknown => upload.get('file')),
  );
  return files.filter(({ name }) => !referencedFiles.has(name));
}

/**
 * Yields page by page, because the whole list may not fit in memory.
 * @param time latest upload time, epoch ms
 */
async function* listFilesBefore(
  bucket: Bucket,
  folder: string,
  time: number,
): AsyncGenerator<StoredFile[], void> {
  const page = { prefix: `${folder}/`, maxResults: PAGE_SIZE, autoPaginate: false };
  let pageToken: string | undefined;
  do {
    const request = pageToken === undefined ? page : { ...page, pageToken };
    // Contrary to the SDK's type, the next query is null after the last page.
    const reply: readonly [StoredFile[], { pageToken?: string } | null, unknown] =
      await bucket.getFiles(request);
    yield reply[0].filter(({ metadata }) => Date.parse(metadata.timeCreated ?? '') < time);
    pageToken = reply[1]?.pageToken;
  } while (pageToken !== undefined);
}

async function findOrphans({ firestore, bucket }: Deps, kind: UploadKind, now: number) {
  const names: string[] = [];
  let [fileCount, orphanCount] = [0, 0];
  for await (const oldFiles of listFilesBefore(bucket, kind.folder, now - MIN_ORPHAN_AGE_MS)) {
    if (oldFiles.length === 0) continue;
    const unreferencedFiles = await findUnreferenced(firestore, kind, oldFiles);
    fileCount += oldFiles.length;
    orphanCount += unreferencedFiles.length;
    if (names.length < MAX_DELETIONS) names.push(...unreferencedFiles.map(({ name }) => name));
  }
  return { fileCount, orphanCount, names };
}

/**
 * @throws Error if most files are unreferenced: their documents were probably lost and must be
 * restored first
 */
async function removeKindOrphans(deps: Deps, kind: UploadKind, now: number): Promise<number> {
  const { fileCount, orphanCount, names } = await findOrphans(deps, kind, now);
  if (orphanCount > MAX_EXPECTED_ORPHANS && orphanCount > fileCount / 2)
    throw new Error(
      `${orphanCount} of ${fileCount} files in ${kind.folder} are unreferenced. None were deleted, because documents may have been lost.`,
    );
  for (let offset = 0; offset < names.length; offset += PAGE_SIZE) {
    const batch = names.slice(offset, offset + PAGE_SIZE).map((name) => deps.bucket.file(name));
    await Promise.all(batch.map((file) => file.delete({ ignoreNotFound: true })));
  }
  return names.length;
}

async function isBeingChecked(firestore: Firestore, file: StoredFile): Promise<boolean> {
  const references = UPLOAD_KINDS.map((kind) => submissionRef(firestore, kind, getId(file)));
  const submissions = await firestore.getAll(...references);
  return submissions.some((submission) => submission.get('state') === CHECKING);
}

async function removePending({ firestore, bucket }: Deps, now: number): Promise<number> {
  let removedCount = 0;
  const remove = async (file: StoredFile) => {
    if (await isBeingChecked(firestore, file)) return;
    await file.delete({ ignoreNotFound: true });
    removedCount += 1;
  };
  for await (const oldFiles of listFilesBefore(bucket, 'pending', now - MIN_ORPHAN_AGE_MS))
    await Promise.all(oldFiles.map(remove));
  return removedCount;
}

interface StoredPicture {
  readonly id: string;
  readonly data: PictureRecord;
}

/**
 * `unreferenced`: its entry exists but doesn't refer to it. `orphaned`: its entry or post is gone.
 */
type PictureReference = 'referenced' | 'unreferenced' | 'orphaned';

/** Pictures may also belong to an entry's conflicting values, `conflicts`. */
async function readEntryReferences(
  firestore: Firestore,
  pictures: readonly (StoredPicture & { readonly slot: string })[],
): Promise<PictureReference[]> {
  if (pictures.length === 0) return [];
  const entries = await firestore.getAll(
    ...pictures.map(({ data: { uid }, slot }) => journalEntryRef(firestore, uid, slot)),
  );
  return pictures.map(({ id }, index) => {
    const document = entries[index];
    const entry = document && parseDocument(journalDocumentSchema, document);
    if (!entry) return 'orphaned';
    const isReferenced = [entry, ...entry.conflicts].some(({ picture }) => picture === id);
    return isReferenced ? 'referenced' : 'unreferenced';
  });
}

const MAX_IN_VALUES = 30;

/** Deleting a post also deletes its picture, so a picture that no post refers to is `orphaned`. */
async function readPostReferences(
  firestore: Firestore,
  pictures: readonly StoredPicture[],
): Promise<PictureReference[]> {
  const authors = new Map(pictures.map(({ id, data }) => [id, data.uid]));
  const ids = [...authors.keys()];
  const referencedIds = new Set<string>();
  for (let offset = 0; offset < ids.length; offset += MAX_IN_VALUES) {
    const batch = ids.slice(offset, offset + MAX_IN_VALUES);
    const { docs } = await firestore.collection('posts').where('picture', 'in', batch).get();
    for (const document of docs) {
      const post = parseDocument(postDocumentSchema, document);
      if (post.picture !== null && authors.get(post.picture) === post.uid)
        referencedIds.add(post.picture);
    }
  }
  return pictures.map(({ id }) => (referencedIds.has(id) ? 'referenced' : 'orphaned'));
}

interface PictureSweep {
  readonly unreferenced: StoredPicture[];
  readonly owners: Set<string>;
  readonly ownersWithOrphans: Set<string>;
  orphanCount: number;
}

const createSweep = (): PictureSweep => ({
  unreferenced: [],
  owners: new Set(),
  ownersWithOrphans: new Set(),
  orphanCount: 0,
});

function recordReference(
  sweep: PictureSweep,
  { id, data }: StoredPicture,
  reference: PictureReference | undefined,
): void {
  sweep.owners.add(data.uid);
  if (reference === 'referenced') return;
  if (sweep.unreferenced.length < MAX_DELETIONS) sweep.unreferenced.push({ id, data });
  if (reference !== 'orphaned') return;
  sweep.orphanCount += 1;
  sweep.ownersWithOrphans.add(data.uid);
}

async function classifyPictures(firestore: Firestore, now: number) {
  const oldPictures = firestore
    .collection(PICTURES.collection)
    .where('createdAt', '<', Timestamp.fromMillis(now - COLLECTIONS.pictures.retentionMs))
    .orderBy('createdAt', 'asc');
  const sweeps = { entries: createSweep(), posts: createSweep() };
  for await (const documents of readPages(oldPictures, PAGE_SIZE)) {
    const pictures = documents.map((document) => ({
      id: document.id,
      data: parseDocument(pictureDocumentSchema, document),
    }));
    const entryPictures = pictures.flatMap((picture) =>
      picture.data.slot === null ? [] : [{ ...picture, slot: picture.data.slot }],
    );
    const postPictures = pictures.filter(({ data }) => data.slot === null);
    const entryReferences = await readEntryReferences(firestore, entryPictures);
    const postReferences = await readPostReferences(firestore, postPictures);
    for (const [index, picture] of entryPictures.entries())
      recordReference(sweeps.entries, picture, entryReferences[index]);
    for (const [index, picture] of postPictures.entries())
      recordReference(sweeps.posts, picture, postReferences[index]);
  }
  return sweeps;
}

/**
 * @throws Error if most members have orphaned pictures: entries or posts were probably lost
 */
async function deleteUnreferenced(
  { firestore, bucket }: Deps,
  source: 'entries' | 'posts',
  { unreferenced, owners, ownersWithOrphans, orphanCount }: PictureSweep,
): Promise<number> {
  if (orphanCount > MAX_EXPECTED_ORPHANS && ownersWithOrphans.size > owners.size / 2)
    throw new Error(
      `${orphanCount} pictures from ${ownersWithOrphans.size} of ${owners.size} members are not referenced by any ${source}. None were deleted, because ${source} may have been lost.`,
    );
  for (const { id, data } of unreferenced) {
    await submissionRef(firestore, PICTURES, id).delete();
    await bucket.file(data.file).delete({ ignoreNotFound: true });
  }
  return unreferenced.length;
}

const sumRemoved = async (sweeps: readonly (() => Promise<number>)[]): Promise<number> =>
  (await runSteps(sweeps)).reduce((total, removed) => total + removed, 0);

/**
 * @throws AggregateError if entries or posts seem to be lost; keeps their pictures
 */
export async function removeUnreferencedPictures(deps: Deps, now: number): Promise<number> {
  const { entries, posts } = await classifyPictures(deps.firestore, now);
  return sumRemoved([
    () => deleteUnreferenced(deps, 'entries', entries),
    () => deleteUnreferenced(deps, 'posts', posts),
  ]);
}

/**
 * Each sweep runs even if another fails.
 * @returns the number of deleted files
 * @throws AggregateError if documents seem to be lost; keeps their files
 */
export const removeOrphans = (deps: Deps, now: number): Promise<number> =>
  sumRemoved([
    () => removeUnreferencedPictures(deps, now),
    ...UPLOAD_KINDS.map((kind) => () => removeKindOrphans(deps, kind, now)),
    () => removePending(deps, now),
  ]);
