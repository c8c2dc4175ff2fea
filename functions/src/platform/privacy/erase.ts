import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import {
  type Collection,
  type CollectionName,
  erasedBy,
  EVERY_COLLECTION,
} from '../../collections';
import { deletionDocument } from '../../documents';
import { pseudonymised } from '../../domain/account';
import { LIMITS_OF_ADDRESS, LIMITS_OF_MEMBER, mailboxOf } from '../../domain/limits';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import type { Limiter } from '../core/rateLimiter';
import type { Digester } from '../core/secrets';
import { addressKey, NO_ACCOUNT, uidOfAddress } from '../members/addresses';
import { endSessions } from '../members/endings';
import { registrationsOf } from '../members/registrations';
import { memberIn, userRef } from '../members/users';
import { eraseListed } from '../submissions/brokerList';
import { FILE_FOLDERS } from '../submissions/kinds';
import { mailsOf } from './exportAccount';

interface EraseDeps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly pseudonymSecrets: Digester;
  readonly limiter: Limiter;
}

/** Documents that are deleted together. */
const DOCUMENTS_AT_ONCE = 300;

async function deleteAll(firestore: Firestore, query: Query): Promise<void> {
  for (;;) {
    const { docs } = await query.limit(DOCUMENTS_AT_ONCE).get();
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    if (docs.length < DOCUMENTS_AT_ONCE) return;
  }
}

const deleteOf = (firestore: Firestore, collections: readonly string[], uid: string) =>
  Promise.all(
    collections.map((name) =>
      deleteAll(firestore, firestore.collection(name).where('uid', '==', uid)),
    ),
  );

/** Frees the address: an account of it from now on is another one. */
async function deleteAccountOf(auth: Auth, uid: string): Promise<void> {
  try {
    await auth.deleteUser(uid);
  } catch (error) {
    if (!(error instanceof FirebaseAuthError) || error.code !== 'auth/user-not-found') throw error;
  }
}

/** What was kept of the address when the deletion began: who signed up with it since is somebody else. */
async function eraseOlder(query: Query, startedAt: number): Promise<void> {
  const { docs } = await query.get();
  const older = docs.filter(({ createTime }) => createTime.toMillis() <= startedAt);
  await Promise.all(older.map(({ ref }) => ref.delete()));
}

/** What is kept under the address, unless it is another member's by now. */
async function eraseAddress(deps: EraseDeps, { uid, email, startedAt }: Deletion): Promise<void> {
  const { firestore, limiter } = deps;
  const key = addressKey(email);
  const holder = await uidOfAddress(deps, email);
  if (holder !== uid && holder !== NO_ACCOUNT) return;
  await Promise.all([
    ...erasedBy('address').map((name) => firestore.collection(name).doc(key).delete()),
    ...erasedBy('address field').map((name) =>
      eraseOlder(firestore.collection(name).where('address', '==', key), startedAt),
    ),
    ...LIMITS_OF_ADDRESS.map((name) => limiter.clear(name, mailboxOf(email))),
  ]);
}

/** The mails to them: where another account has their address by now, what was queued before alone. */
async function eraseMails(deps: EraseDeps, { uid, email, startedAt }: Deletion): Promise<void> {
  const { firestore } = deps;
  const holder = await uidOfAddress(deps, email);
  const newcomers = await registrationsOf(firestore, addressKey(email)).limit(1).get();
  const isFree = (holder === NO_ACCOUNT || holder === uid) && newcomers.empty;
  const mails = await mailsOf(firestore, uid, email);
  const isTheirs = (mail: QueryDocumentSnapshot) =>
    isFree || mail.get('uid') === uid || mail.createTime.toMillis() <= startedAt;
  await Promise.all(mails.filter(isTheirs).map(({ ref }) => ref.delete()));
}

async function eraseFiles(bucket: Bucket, uid: string): Promise<void> {
  for (const folder of FILE_FOLDERS) {
    const [files] = await bucket.getFiles({ prefix: `${folder}/${uid}/` });
    await Promise.all(files.map((file) => file.delete({ ignoreNotFound: true })));
  }
}

/** What the broker calls the member, as their submissions say; read before those are deleted. */
async function traderIdsOf(firestore: Firestore, uid: string): Promise<string[]> {
  const [proofs, setups] = await Promise.all([
    firestore.collection('proofs').where('uid', '==', uid).select('traderId').get(),
    firestore.collection('setups').where('uid', '==', uid).select('brokerAccount').get(),
  ]);
  const ids: unknown[] = [
    ...proofs.docs.map((proof): unknown => proof.get('traderId')),
    ...setups.docs.map((setup): unknown => setup.get('brokerAccount')),
  ];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** How a member is found in a collection from which they are erased, each way once. */
const deletions = (deps: EraseDeps, deletion: Deletion): Promise<unknown>[] => {
  const { firestore, bucket, limiter } = deps;
  const { uid } = deletion;
  return [
    deleteOf(firestore, erasedBy('uid'), uid),
    ...erasedBy('id').map((name) => firestore.collection(name).doc(uid).delete()),
    eraseAddress(deps, deletion),
    eraseMails(deps, deletion),
    eraseFiles(bucket, uid),
    ...LIMITS_OF_MEMBER.map((name) => limiter.clear(name, uid)),
  ];
};

/**
 * Removes all that is kept about a member whose deletion was begun, as `collections.ts` says; of the audit a keyed
 * pseudonym stays. Broken off anywhere, or run twice at once, it is done again to the same end: what is found by the
 * submissions goes before them, and what says that it is under way goes last.
 */
export async function erase(deps: EraseDeps, deletion: Deletion): Promise<void> {
  const { auth, firestore } = deps;
  const { uid } = deletion;
  await deleteAccountOf(auth, uid);
  const traderIds = await traderIdsOf(firestore, uid);
  const names = [...deletion.names, ...traderIds];
  await Promise.all([eraseListed(firestore, traderIds, uid), pseudonymise(deps, { uid, names })]);
  await Promise.all(deletions(deps, deletion));
  await deleteOf(firestore, erasedBy('uid', 'after proofs'), uid);
  await deletionRef(firestore, uid).delete();
}

/** Says that a member is being deleted, until all that was kept about them is gone. */
type Deletion = z.infer<typeof deletionDocument>;

const deletionRef = (firestore: Firestore, uid: string) =>
  firestore.collection('deletions').doc(uid);

/**
 * Decides a deletion: the member's record goes, so that every session is refused from then on, and what is left to do is
 * written down in the same step.
 * @param now epoch ms
 * @throws MemberGone
 */
export async function beginDeletion(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<Deletion> {
  return firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    const { email, fullName, phone, telegram, admissionCode } = record;
    const names = [fullName, email, phone, telegram, admissionCode].flatMap((name) =>
      name === undefined || name === null || name === '' ? [] : [name],
    );
    const deletion = { uid, email, names };
    const end = await endSessions(firestore, transaction, uid, now);
    end();
    transaction.set(deletionRef(firestore, uid), {
      ...deletion,
      startedAt: Timestamp.fromMillis(now),
    });
    transaction.delete(userRef(firestore, uid));
    return { ...deletion, startedAt: now };
  });
}

const DELETIONS_AT_ONCE = 20;

/** Deletions that were begun and not finished, the oldest first. */
async function unfinishedDeletions(firestore: Firestore): Promise<Deletion[]> {
  const { docs } = await firestore
    .collection('deletions')
    .orderBy('startedAt', 'asc')
    .limit(DELETIONS_AT_ONCE)
    .get();
  return docs.flatMap((deletion) => parseDocument(deletionDocument, deletion) ?? []);
}

/** Finishes the deletions that were broken off. One that fails again holds up no other. */
export async function resumeDeletions(
  deps: EraseDeps,
): Promise<{ readonly finished: number; readonly failures: readonly unknown[] }> {
  const deletions = await unfinishedDeletions(deps.firestore);
  const failures: unknown[] = [];
  for (const deletion of deletions)
    await erase(deps, deletion).catch((error: unknown) => failures.push(error));
  return { finished: deletions.length - failures.length, failures };
}

/** The name of a deleted member in the audit: the same one everywhere, and nobody's without the key of pseudonyms. */
export const pseudonymOf = (pseudonymSecrets: Digester, uid: string): string =>
  `deleted-${pseudonymSecrets.digest('member who was deleted', uid)}`;

interface Audit {
  readonly name: CollectionName;
  /** Fields that hold an id. */
  readonly fields: readonly string[];
  /** The field with the free text. */
  readonly text: string;
}

function auditIn([name, { member }]: readonly [CollectionName, Collection]): Audit[] {
  const erase = member?.erase;
  return typeof erase === 'object' ? [{ name, ...erase.pseudonymise }] : [];
}

/** Who did what to whom: every collection in which a deleted member keeps a pseudonym. */
const AUDITS = EVERY_COLLECTION.flatMap(auditIn);

/** A member whose deletion was begun, with the texts that name them. */
interface Leaving {
  readonly uid: string;
  readonly names: readonly string[];
}

async function entriesOf(firestore: Firestore, { name, fields }: Audit, uid: string) {
  const found = await Promise.all(
    fields.map((field) => firestore.collection(name).where(field, '==', uid).get()),
  );
  return new Map(found.flatMap(({ docs }) => docs).map((entry) => [entry.id, entry])).values();
}

/** The fields of an entry with the pseudonym in place of the member, in its free text too. */
function changed(
  entry: DocumentSnapshot,
  { fields, text }: Audit,
  leaving: Leaving,
  pseudonym: string,
) {
  const ids = fields.map((field) => {
    const id: unknown = entry.get(field);
    return [field, id === leaving.uid ? pseudonym : id] as const;
  });
  const written: unknown = entry.get(text);
  const named = { ...leaving, isAbout: entry.get('uid') === leaving.uid };
  const said = typeof written === 'string' ? pseudonymised(written, named, pseudonym) : written;
  return Object.fromEntries([...ids, [text, said] as const]);
}

/** Puts a pseudonym in the place of a deleted member in every entry of the audit, whoever did what to whom. */
async function pseudonymise(
  { firestore, pseudonymSecrets }: Pick<EraseDeps, 'firestore' | 'pseudonymSecrets'>,
  leaving: Leaving,
): Promise<void> {
  const pseudonym = pseudonymOf(pseudonymSecrets, leaving.uid);
  const updates = AUDITS.map(async (audit) => {
    const entries = [...(await entriesOf(firestore, audit, leaving.uid))];
    await Promise.all(
      entries.map((entry) => entry.ref.update(changed(entry, audit, leaving, pseudonym))),
    );
  });
  await Promise.all(updates);
}
