import type { Firestore } from 'firebase-admin/firestore';
import type { Bucket } from '../firebase';
import { proofRef } from './proofs';

/** An upload may wait this long (ms) for the call that names it: the line can break between the two. */
const ORPHAN_MS = 24 * 60 * 60_000;

/** Files that are looked up in the database together. */
const AT_ONCE = 100;

type StoredFile = ReturnType<Bucket['file']>;

const idOf = ({ name }: StoredFile) => name.slice(name.lastIndexOf('/') + 1);

/** Those of the files that no proof names. */
async function unnamed(firestore: Firestore, files: StoredFile[]): Promise<StoredFile[]> {
  const proofs = await firestore.getAll(...files.map((file) => proofRef(firestore, idOf(file))));
  const named = new Set(
    proofs.filter(({ exists }) => exists).map((proof): unknown => proof.get('file')),
  );
  return files.filter(({ name }) => !named.has(name));
}

/**
 * Removes uploads that no call ever named.
 * @param now epoch ms
 * @returns how many
 */
export async function removeOrphans(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  now: number,
): Promise<number> {
  const [files] = await bucket.getFiles({ prefix: 'proofs/' });
  const old = files.filter(
    ({ metadata }) => Date.parse(metadata.timeCreated ?? '') < now - ORPHAN_MS,
  );
  let removed = 0;
  for (let from = 0; from < old.length; from += AT_ONCE) {
    const orphans = await unnamed(firestore, old.slice(from, from + AT_ONCE));
    await Promise.all(orphans.map((file) => file.delete({ ignoreNotFound: true })));
    removed += orphans.length;
  }
  return removed;
}
