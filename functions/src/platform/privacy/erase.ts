import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { type CollectionName, findErasedBy, EVERY_COLLECTION } from '../../collections/collections';
import type { Collection } from '../../collections/collection';
import { deletionDocument } from '../../collections/account';
import { pseudonymiseText } from '../../domain/account/account';
import { ADDRESS_LIMITS, MEMBER_LIMITS, toMailbox } from '../../domain/core/limits';
import { ignoreStaleWrite, readPages, parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import type { Limiter } from '../core/rateLimiter';
import type { Digester } from '../core/secrets';
import { addressKey, NO_ACCOUNT, readAddressUid } from '../auth/addresses';
import { type EndSessionsOptions, prepareEndSessions } from '../auth/endSessions';
import { buildRegistrationsQuery } from '../auth/registrations';
import { requireMember, userRef } from '../account/users';
import { emptyPosts } from '../network/erase';
import { eraseQuestions } from '../live/live';
import { readRetentionStart, recountLikes } from '../network/updates';
import { erasePublisher } from '../leaderboard/publish';
import { eraseListedAccounts } from '../submissions/brokerList';
import { FILE_FOLDERS } from '../../collections/submissions';
import { unlinkErasedMember } from '../auth/telegramChats';
import { readMemberEmails } from './exportAccount';

interface EraseDeps {
  /** Epoch ms. */
  readonly clock: () => number;
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly pseudonymSecrets: Digester;
  readonly limiter: Limiter;
}

const BATCH_SIZE = 300;

async function deleteAll(firestore: Firestore, query: Query): Promise<void> {
  for (;;) {
    const { docs } = await query.limit(BATCH_SIZE).get();
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    if (docs.length < BATCH_SIZE) return;
  }
}

const deleteByUid = (firestore: Firestore, collections: readonly string[], uid: string) =>
  Promise.all(
    collections.map((name) =>
      deleteAll(firestore, firestore.collection(name).where('uid', '==', uid)),
    ),
  );

async function deleteAccount(auth: Auth, uid: string): Promise<void> {
  try {
    await auth.deleteUser(uid);
  } catch (error) {
    if (!(error instanceof FirebaseAuthError) || error.code !== 'auth/user-not-found') throw error;
  }
}

/** Later registrations with the address belong to somebody else. */
async function deleteOlder(query: Query, startedAt: number): Promise<void> {
  const { docs } = await query.get();
  const olderDocuments = docs.filter(({ createTime }) => createTime.toMillis() <= startedAt);
  await Promise.all(olderDocuments.map(({ ref }) => ref.delete()));
}

/** Keeps documents of whoever took the address in the meantime. */
const deleteIfOwned = (firestore: Firestore, reference: DocumentReference, uid: string) =>
  firestore.runTransaction(async (transaction) => {
    const document = await transaction.get(reference);
    if (document.get('uid') === uid) transaction.delete(reference);
  });

/** Keeps the address's data if another member has taken the address since. */
async function eraseAddress(deps: EraseDeps, { uid, email, startedAt }: Deletion): Promise<void> {
  const { firestore, limiter } = deps;
  const key = addressKey(email);
  const holder = await readAddressUid(deps, email);
  if (holder !== uid && holder !== NO_ACCOUNT) return;
  await Promise.all([
    ...findErasedBy('address').map((name) =>
      deleteIfOwned(firestore, firestore.collection(name).doc(key), uid),
    ),
    ...findErasedBy('address field').map((name) =>
      deleteOlder(firestore.collection(name).where('address', '==', key), startedAt),
    ),
    ...ADDRESS_LIMITS.map((name) => limiter.clear(name, toMailbox(email))),
  ]);
}

/** If somebody else has taken the address since, deletes only the member's own and older emails. */
async function eraseEmails(deps: EraseDeps, { uid, email, startedAt }: Deletion): Promise<void> {
  const { firestore } = deps;
  const holder = await readAddressUid(deps, email);
  const registrations = buildRegistrationsQuery(firestore, addressKey(email));
  const newRegistrations = await registrations.limit(1).get();
  const isAddressFree = (holder === NO_ACCOUNT || holder === uid) && newRegistrations.empty;
  const emails = await readMemberEmails(firestore, uid, email);
  const isErasable = (mail: QueryDocumentSnapshot) =>
    isAddressFree || mail.get('uid') === uid || mail.createTime.toMillis() <= startedAt;
  await Promise.all(emails.filter(isErasable).map(({ ref }) => ref.delete()));
}

async function eraseFiles(bucket: Bucket, uid: string): Promise<void> {
  for (const folder of FILE_FOLDERS) {
    const [files] = await bucket.getFiles({ prefix: `${folder}/${uid}/` });
    await Promise.all(files.map((file) => file.delete({ ignoreNotFound: true })));
  }
}

async function readTraderIds(firestore: Firestore, uid: string): Promise<string[]> {
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

const startDeletions = (deps: EraseDeps, deletion: Deletion): Promise<unknown>[] => {
  const { firestore, bucket, limiter } = deps;
  const { uid } = deletion;
  return [
    deleteByUid(firestore, findErasedBy('uid'), uid),
    ...findErasedBy('id').map((name) => firestore.collection(name).doc(uid).delete()),
    eraseAddress(deps, deletion),
    eraseEmails(deps, deletion),
    eraseFiles(bucket, uid),
    ...MEMBER_LIMITS.map((name) => limiter.clear(name, uid)),
  ];
};

/**
 * Deletes a member's data as `EVERY_COLLECTION` declares, and leaves a keyed pseudonym in the
 * audit. Idempotent and safe to run concurrently: submissions and the deletion's own document go
 * last, because an interrupted run needs them to find the rest.
 */
export async function eraseMember(deps: EraseDeps, deletion: Deletion): Promise<void> {
  const { auth, clock, firestore } = deps;
  const { uid } = deletion;
  await deleteAccount(auth, uid);
  const traderIds = await readTraderIds(firestore, uid);
  const names = [...deletion.names, ...traderIds];
  await Promise.all([
    eraseListedAccounts(firestore, traderIds, uid),
    pseudonymise(deps, { uid, names }),
  ]);
  await unlinkErasedMember(firestore, uid, clock());
  const likedPosts = await emptyPosts(firestore, uid, clock());
  const retentionStart = await readRetentionStart(firestore, 'network');
  await recountLikes(firestore, likedPosts, clock(), retentionStart);
  await eraseQuestions(firestore, uid, clock());
  await erasePublisher(firestore, uid, deletion.startedAt);
  await Promise.all(startDeletions(deps, deletion));
  await deleteByUid(firestore, findErasedBy('uid', 'after proofs'), uid);
  await deletionRef(firestore, uid).delete();
}

type Deletion = z.infer<typeof deletionDocument>;

const deletionRef = (firestore: Firestore, uid: string) =>
  firestore.collection('deletions').doc(uid);

/**
 * Deletes the user document, which invalidates every session, and stores what {@link eraseMember}
 * needs.
 * @throws MemberGoneError, also if the calling session has ended
 */
export async function beginDeletion(
  firestore: Firestore,
  ending: EndSessionsOptions,
  now: number,
): Promise<Deletion> {
  const { uid } = ending;
  return firestore.runTransaction(async (transaction) => {
    const record = await requireMember(firestore, transaction, uid);
    const { email, fullName, phone, telegram, admissionCode } = record;
    const names = [fullName, email, phone, telegram, admissionCode].flatMap((value) =>
      value === undefined || value === null || value === '' ? [] : [value],
    );
    const deletion = { uid, email, names };
    const erasure = { ...ending, isErased: true };
    const endSessions = await prepareEndSessions(firestore, transaction, erasure, now);
    endSessions();
    transaction.set(deletionRef(firestore, uid), {
      ...deletion,
      startedAt: Timestamp.fromMillis(now),
    });
    transaction.delete(userRef(firestore, uid));
    return { ...deletion, startedAt: now };
  });
}

const DELETIONS_PER_PAGE = 20;

/** Oldest first. A failed deletion doesn't block the others. */
export async function resumeDeletions(
  deps: EraseDeps,
): Promise<{ readonly finished: number; readonly failures: readonly unknown[] }> {
  const failures: unknown[] = [];
  let finished = 0;
  const unfinished = deps.firestore.collection('deletions').orderBy('startedAt', 'asc');
  for await (const page of readPages(unfinished, DELETIONS_PER_PAGE))
    for (const document of page)
      try {
        await eraseMember(deps, parseDocument(deletionDocument, document));
        finished += 1;
      } catch (error) {
        failures.push(error);
      }
  return { finished, failures };
}

/** The same in all of a member's entries. Can't be traced to the member without the key. */
export const createPseudonym = (pseudonymSecrets: Digester, uid: string): string =>
  `deleted-${pseudonymSecrets.digest('member who was deleted', uid)}`;

interface AuditCollection {
  readonly name: CollectionName;
  readonly fields: readonly string[];
  readonly text: string;
}

function toAuditCollections([name, { member }]: readonly [
  CollectionName,
  Collection,
]): AuditCollection[] {
  const erasure = member?.erase;
  return typeof erasure === 'object' ? [{ name, ...erasure.pseudonymise }] : [];
}

const AUDIT_COLLECTIONS = EVERY_COLLECTION.flatMap(toAuditCollections);

interface ErasedMember {
  readonly uid: string;
  readonly names: readonly string[];
}

async function readEntries(firestore: Firestore, { name, fields }: AuditCollection, uid: string) {
  const results = await Promise.all(
    fields.map((field) => firestore.collection(name).where(field, '==', uid).get()),
  );
  return new Map(results.flatMap(({ docs }) => docs).map((entry) => [entry.id, entry])).values();
}

function pseudonymiseFields(
  entry: DocumentSnapshot,
  { fields, text }: AuditCollection,
  erasedMember: ErasedMember,
  pseudonym: string,
) {
  const ids = fields.flatMap((field) =>
    entry.get(field) === erasedMember.uid ? [[field, pseudonym] as const] : [],
  );
  const freeText: unknown = entry.get(text);
  const subject = { ...erasedMember, isAbout: entry.get('uid') === erasedMember.uid };
  const newText =
    typeof freeText === 'string' ? pseudonymiseText(freeText, subject, pseudonym) : freeText;
  return Object.fromEntries([...ids, [text, newText] as const]);
}

/** Another member may still redeem the code, which writes its issuer into the audit. */
async function pseudonymiseIssuer(firestore: Firestore, uid: string, pseudonym: string) {
  const { docs } = await firestore.collection('dashboardCodes').where('issuedBy', '==', uid).get();
  await Promise.all(
    docs.map(({ ref }) => ref.update({ issuedBy: pseudonym }).catch(ignoreStaleWrite)),
  );
}

async function pseudonymise(
  { firestore, pseudonymSecrets }: Pick<EraseDeps, 'firestore' | 'pseudonymSecrets'>,
  erasedMember: ErasedMember,
): Promise<void> {
  const pseudonym = createPseudonym(pseudonymSecrets, erasedMember.uid);
  // First, so that no code can copy its issuer's id into an entry written after the query.
  await pseudonymiseIssuer(firestore, erasedMember.uid, pseudonym);
  const updates = AUDIT_COLLECTIONS.map(async (audit) => {
    const entries = [...(await readEntries(firestore, audit, erasedMember.uid))];
    await Promise.all(
      entries.map((entry) =>
        entry.ref.update(pseudonymiseFields(entry, audit, erasedMember, pseudonym)),
      ),
    );
  });
  await Promise.all(updates);
}
