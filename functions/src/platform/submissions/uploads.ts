import { proofStateSchema, type SETUP_PROOF_TYPES } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { TemplateName } from '../../domain/mailTemplates';
import { inspectImage, inspectSetupProof } from '../../domain/uploads';
import type { Bucket } from '../core/firebase';

/** What looking at the bytes of an upload came to. */
export type UploadVerdict =
  | { readonly accepted: true; readonly type: (typeof SETUP_PROOF_TYPES)[number] }
  | { readonly accepted: false; readonly reason: string };

/** A kind of upload that a document names and that staff will look at. */
export interface UploadKind {
  /** Where the documents are. */
  readonly collection: 'proofs' | 'setups';
  /** Where the files are: this folder, then the member's, then the document's id. */
  readonly folder: 'proofs' | 'setupProofs';
  readonly judge: (bytes: Uint8Array) => UploadVerdict;
  /** Tells the member of a rejection: takes `fullName` and `reason`. */
  readonly template: TemplateName;
}

/** The image that proves a trader ID. */
export const TRADER_PROOFS: UploadKind = {
  collection: 'proofs',
  folder: 'proofs',
  judge: inspectImage,
  template: 'proofRejected',
};

/** The image or PDF that proves a deposit. */
export const SETUP_PROOFS: UploadKind = {
  collection: 'setups',
  folder: 'setupProofs',
  judge: inspectSetupProof,
  template: 'setupRejected',
};

export const UPLOAD_KINDS = [TRADER_PROOFS, SETUP_PROOFS] as const;

/** What documents of every kind say of their file. */
export const uploadSchema = z.object({
  uid: z.string(),
  file: z.string(),
  state: proofStateSchema,
});

export type Upload = z.infer<typeof uploadSchema>;

export const uploadRef = (firestore: Firestore, { collection }: UploadKind, id: string) =>
  firestore.collection(collection).doc(id);

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
    ...files.map((file) => uploadRef(firestore, kind, idOf(file))),
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
