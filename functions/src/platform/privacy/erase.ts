import { firestoreTime } from '@quantalgo/contracts';
import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import {
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { LIMITS_OF_ADDRESS, LIMITS_OF_MEMBER } from '../../domain/limits';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import type { Limiter } from '../core/rateLimiter';
import type { Secrets } from '../core/secrets';
import { addressChangeRef } from '../members/addressChange';
import { NO_ACCOUNT, uidOfAddress } from '../members/authAccounts';
import { addressKey, confirmationRef, registrationRef } from '../members/registrations';
import { memberIn, userRef } from '../members/users';
import { UPLOAD_KINDS } from '../submissions/uploads';
import { mailsOf } from './mails';

interface EraseDeps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly secrets: Secrets;
  readonly limiter: Limiter;
}

/** Collections whose documents name their member in `uid`. What is kept about members belongs here, or below. */
const BY_UID = [
  'admissionCodes',
  'devices',
  'idempotency',
  'proofs',
  'pushSubscriptions',
  'pushes',
  'resets',
  'setups',
  'tickets',
  'transfers',
] as const;

/** The same, written as long as a proof of the member is there: deleted when none is any more, so that none comes after. */
const OF_PROOFS = ['proofClaims', 'proofFingerprints'] as const;

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

/** What is kept under the address, unless somebody registered it again since. */
async function eraseAddress(
  { firestore, secrets, limiter }: EraseDeps,
  { uid, email }: Deletion,
): Promise<void> {
  const key = addressKey(secrets, email);
  const registration = await registrationRef(firestore, key).get();
  if (registration.exists && registration.get('uid') !== uid) return;
  await Promise.all([
    registration.ref.delete(),
    confirmationRef(firestore, key).delete(),
    ...LIMITS_OF_ADDRESS.map((name) => limiter.clear(name, email)),
  ]);
}

/** The mails to them: where another account has their address by now, what was queued before alone. */
async function eraseMails(
  { auth, firestore }: EraseDeps,
  { uid, email, startedAt }: Deletion,
): Promise<void> {
  const isFree = (await uidOfAddress(auth, email)) === NO_ACCOUNT;
  const mails = await mailsOf(firestore, uid, email);
  const isTheirs = (mail: QueryDocumentSnapshot) =>
    isFree || mail.get('uid') === uid || mail.createTime.toMillis() <= startedAt;
  await Promise.all(mails.filter(isTheirs).map(({ ref }) => ref.delete()));
}

async function eraseFiles(bucket: Bucket, uid: string): Promise<void> {
  for (const { folder } of UPLOAD_KINDS) {
    const [files] = await bucket.getFiles({ prefix: `${folder}/${uid}/` });
    await Promise.all(files.map((file) => file.delete({ ignoreNotFound: true })));
  }
}

/**
 * Removes all that is kept about a member whose deletion was begun; of the audit a keyed pseudonym stays. Broken off
 * anywhere, or run twice at once, it is done again to the same end: what says that it is under way goes last.
 */
export async function erase(deps: EraseDeps, deletion: Deletion): Promise<void> {
  const { auth, firestore, bucket, secrets, limiter } = deps;
  const { uid } = deletion;
  await deleteAccountOf(auth, uid);
  await Promise.all([
    deleteOf(firestore, BY_UID, uid),
    firestore.collection('dashboardCodes').doc(uid).delete(),
    addressChangeRef(firestore, uid).delete(),
    eraseAddress(deps, deletion),
    eraseMails(deps, deletion),
    eraseFiles(bucket, uid),
    pseudonymise({ firestore, secrets }, uid),
    ...LIMITS_OF_MEMBER.map((name) => limiter.clear(name, uid)),
  ]);
  await deleteOf(firestore, OF_PROOFS, uid);
  await deletionRef(firestore, uid).delete();
}

/** Says that a member is being deleted, until all that was kept about them is gone. */
const deletionSchema = z.object({ uid: z.string(), email: z.string(), startedAt: firestoreTime });

type Deletion = z.infer<typeof deletionSchema>;

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
    const { email } = await memberIn(firestore, transaction, uid);
    const startedAt = Timestamp.fromMillis(now);
    transaction.set(deletionRef(firestore, uid), { uid, email, startedAt });
    transaction.delete(userRef(firestore, uid));
    return { uid, email, startedAt: now };
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
  return docs.flatMap((deletion) => parseDocument(deletionSchema, deletion) ?? []);
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

/** The name of a deleted member in the audit: the same one everywhere, and nobody's without the server's key. */
export const pseudonymOf = (secrets: Secrets, uid: string): string =>
  `deleted-${secrets.digest('member who was deleted', uid)}`;

/** Who did what to whom. */
const AUDIT = ['accessEvents', 'staffActions'] as const;

/** Puts a pseudonym in the place of a deleted member in every entry of the audit, whoever did what to whom. */
async function pseudonymise(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Secrets },
  uid: string,
): Promise<void> {
  const pseudonym = pseudonymOf(secrets, uid);
  const found = await Promise.all(
    AUDIT.flatMap((name) => [
      firestore.collection(name).where('uid', '==', uid).get(),
      firestore.collection(name).where('by', '==', uid).get(),
    ]),
  );
  const entries = found.flatMap(({ docs }) => docs);
  const documents = new Map(entries.map((entry) => [entry.ref.path, entry]));
  const named = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll(uid, pseudonym) : value;
  await Promise.all(
    [...documents.values()].map((event) =>
      event.ref.update({
        uid: named(event.get('uid')),
        by: named(event.get('by')),
        reason: named(event.get('reason')),
      }),
    ),
  );
}
