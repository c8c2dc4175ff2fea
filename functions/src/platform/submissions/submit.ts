import { pendingPath, type ProofState } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { memberIn, userRef } from '../members/users';
import {
  type FieldsOf,
  type SentKind,
  type Submission,
  submissionRef,
  UPLOAD_KINDS,
  type UploadKind,
} from './kinds';
import { isLeave, uploadRef } from './uploads';

/** The state of a submission whose file has not been inspected yet. */
const CHECKING: ProofState = 'checking';

/**
 * Stores a submission whose file was uploaded before, once however often the call arrives. After it the upload is
 * closed.
 * @param now epoch ms
 * @returns the stored submission, or why there is none
 * @throws KeyReused when the call's key was used for another call, MemberGone
 */
export async function submit<S extends Submission>(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  kind: SentKind<S>,
  { id, fields, call }: { id: string; fields: FieldsOf<S>; call: IdempotentCall },
  now: number,
): Promise<(Submission & FieldsOf<S>) | 'file missing' | 'taken'> {
  const { uid } = call;
  const [isUploaded] = await bucket.file(pendingPath(uid, id)).exists();
  const reference = submissionRef(firestore, kind, id);
  const upload = uploadRef(firestore, id);
  const isSame = (known: S) => kind.fields.every((name) => known[name] === fields[name]);
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const [submitted, leave] = await Promise.all([
      transaction.get(reference),
      transaction.get(upload),
    ]);
    const known = kind.parse(submitted);
    if (known) return known.uid === uid && (repeated || isSame(known)) ? known : 'taken';
    if (!isUploaded || !isLeave(leave, uid, kind, now)) return 'file missing';
    const file = `${kind.folder}/${uid}/${id}`;
    const submission = { uid, file, ...fields, state: CHECKING, reason: null };
    const at = Timestamp.fromMillis(now);
    rememberCall(firestore, transaction, call, now);
    transaction.update(upload, { usedAt: at });
    transaction.create(reference, { ...submission, createdAt: at, updatedAt: at });
    const changes = kind.memberChange(fields);
    if (changes) transaction.update(userRef(firestore, uid), changes);
    return { ...submission, createdAt: now, updatedAt: now };
  });
}

/** How long (ms) an upload may wait for its submission: the connection can break between the two. */
const ORPHAN_MS = 24 * 60 * 60_000;

/** Files that are listed, and looked up in the database, at a time. */
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
