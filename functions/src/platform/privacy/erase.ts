import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { type CollectionName, erasedBy, EVERY_COLLECTION } from '../../collections/collections';
import type { Collection } from '../../collections/collection';
import { deletionDocument } from '../../collections/account';
import { pseudonymised } from '../../domain/account/account';
import { LIMITS_OF_ADDRESS, LIMITS_OF_MEMBER, mailboxOf } from '../../domain/core/limits';
import { pagesOf, parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import type { Limiter } from '../core/rateLimiter';
import type { Digester } from '../core/secrets';
import { addressKey, NO_ACCOUNT, uidOfAddress } from '../auth/addresses';
import { type Ending, endSessions } from '../auth/endings';
import { registrationsOf } from '../auth/registrations';
import { memberIn, userRef } from '../account/users';
import { emptyPosts } from '../network/erase';
import { emptyQuestions } from '../live/live';
import { keptFrom, recountLikes } from '../network/updates';
import { erasePublisher } from '../leaderboard/publish';
import { eraseListed } from '../submissions/brokerList';
import { FILE_FOLDERS } from '../submissions/kinds';
import { unlinkErased } from '../auth/telegramChats';
import { mailsOf } from './exportAccount';

interface EraseDeps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly pseudonymSecrets: Digester;
  readonly limiter: Limiter;
}

/** Documents that are deleted in one batch. */
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

/** Deletes the Firebase account, if it still exists. */
async function deleteAccountOf(auth: Auth, uid: string): Promise<void> {
  try {
    await auth.deleteUser(uid);
  } catch (error) {
    if (!(error instanceof FirebaseAuthError) || error.code !== 'auth/user-not-found') throw error;
  }
}

/** Deletes documents from before the deletion began: registrations with the address since then are somebody else's. */
async function eraseOlder(query: Query, startedAt: number): Promise<void> {
  const { docs } = await query.get();
  const older = docs.filter(({ createTime }) => createTime.toMillis() <= startedAt);
  await Promise.all(older.map(({ ref }) => ref.delete()));
}

/** Deletes the data stored under the address, unless it is another member's by now. */
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

/** Deletes their mails; where their address is somebody else's by now, only those queued before the deletion began. */
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

/** The member's trader IDs from their submissions, read before those are deleted. */
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

/** The deletions from all collections, by each way in which a member is found in them. */
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
 * Deletes all data of a member whose deletion was begun, as declared in `collections.ts`; in the audit a keyed
 * pseudonym stays. It can be repeated after an interruption, or run concurrently, with the same result: data found by
 * the submissions is deleted before them, and the document that marks the deletion last.
 */
export async function erase(deps: EraseDeps, deletion: Deletion): Promise<void> {
  const { auth, firestore } = deps;
  const { uid } = deletion;
  await deleteAccountOf(auth, uid);
  const traderIds = await traderIdsOf(firestore, uid);
  const names = [...deletion.names, ...traderIds];
  await Promise.all([eraseListed(firestore, traderIds, uid), pseudonymise(deps, { uid, names })]);
  await unlinkErased(firestore, uid, Date.now());
  const liked = await emptyPosts(firestore, uid, Date.now());
  await emptyQuestions(firestore, uid, Date.now());
  await erasePublisher(firestore, uid, deletion.startedAt);
  await Promise.all(deletions(deps, deletion));
  await recountLikes(firestore, liked, Date.now(), await keptFrom(firestore, 'network'));
  await deleteOf(firestore, erasedBy('uid', 'after proofs'), uid);
  await deletionRef(firestore, uid).delete();
}

/** Marks a member's deletion as under way until all their data is deleted. */
type Deletion = z.infer<typeof deletionDocument>;

const deletionRef = (firestore: Firestore, uid: string) =>
  firestore.collection('deletions').doc(uid);

/**
 * Begins a deletion: deletes the user document, so that every session is refused from then on, and stores what the rest
 * of the deletion needs in the same transaction.
 * @param now epoch ms
 * @throws MemberGoneError, also where the session that asks for it was ended while its call was under way
 */
export async function beginDeletion(
  firestore: Firestore,
  ending: Ending,
  now: number,
): Promise<Deletion> {
  const { uid } = ending;
  return firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    const { email, fullName, phone, telegram, admissionCode } = record;
    const names = [fullName, email, phone, telegram, admissionCode].flatMap((name) =>
      name === undefined || name === null || name === '' ? [] : [name],
    );
    const deletion = { uid, email, names };
    const end = await endSessions(firestore, transaction, { ...ending, isErased: true }, now);
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

/** Resumes all interrupted deletions, the oldest first. One that fails again doesn't block the others. */
export async function resumeDeletions(
  deps: EraseDeps,
): Promise<{ readonly finished: number; readonly failures: readonly unknown[] }> {
  const failures: unknown[] = [];
  let finished = 0;
  const unfinished = deps.firestore.collection('deletions').orderBy('startedAt', 'asc');
  for await (const page of pagesOf(unfinished, DELETIONS_AT_ONCE))
    for (const document of page)
      try {
        const deletion = parseDocument(deletionDocument, document);
        if (deletion) await erase(deps, deletion);
        finished += 1;
      } catch (error) {
        failures.push(error);
      }
  return { finished, failures };
}

/** A deleted member's name in the audit: the same everywhere, and not linkable to them without the pseudonym key. */
export const pseudonymOf = (pseudonymSecrets: Digester, uid: string): string =>
  `deleted-${pseudonymSecrets.digest('member who was deleted', uid)}`;

interface Audit {
  readonly name: CollectionName;
  /** Fields that contain a uid. */
  readonly fields: readonly string[];
  /** The field with the free text. */
  readonly text: string;
}

function auditIn([name, { member }]: readonly [CollectionName, Collection]): Audit[] {
  const erase = member?.erase;
  return typeof erase === 'object' ? [{ name, ...erase.pseudonymise }] : [];
}

/** The audit: every collection in which a deleted member gets a pseudonym. */
const AUDITS = EVERY_COLLECTION.flatMap(auditIn);

/** A member being deleted, with the texts that name them. */
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

/** An entry's fields with the pseudonym in place of the member, including its free text. */
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

/** Replaces a deleted member by a pseudonym in every audit entry, as actor and as subject. */
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
