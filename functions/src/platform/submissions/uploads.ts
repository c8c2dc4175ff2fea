import type { Firestore } from 'firebase-admin/firestore';
import type { Bucket } from '../core/firebase';
import { submissionRef, UPLOAD_KINDS, type UploadKind } from './kinds';

/** An upload may wait this long (ms) for the call that names it: the line can break between the two. */
const ORPHAN_MS = 24 * 60 * 60_000;

/** Files that are looked up in the database together. */
const AT_ONCE = 100;

interface Deps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
}

type StoredFile = ReturnType<Bucket['file']>;

const idOf = ({ name }: StoredFile) => name.slice(name.lastIndexOf('/') + 1);

/** Those of the files that no document names. */
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

async function removeOrphansOf(
  { firestore, bucket }: Deps,
  kind: UploadKind,
  now: number,
): Promise<number> {
  const [files] = await bucket.getFiles({ prefix: `${kind.folder}/` });
  const old = files.filter(
    ({ metadata }) => Date.parse(metadata.timeCreated ?? '') < now - ORPHAN_MS,
  );
  let removed = 0;
  for (let from = 0; from < old.length; from += AT_ONCE) {
    const orphans = await unnamed(firestore, kind, old.slice(from, from + AT_ONCE));
    await Promise.all(orphans.map((file) => file.delete({ ignoreNotFound: true })));
    removed += orphans.length;
  }
  return removed;
}

/**
 * Removes uploads that no call ever named.
 * @param now epoch ms
 * @returns how many
 */
export async function removeOrphans(deps: Deps, now: number): Promise<number> {
  let removed = 0;
  for (const kind of UPLOAD_KINDS) removed += await removeOrphansOf(deps, kind, now);
  return removed;
}
