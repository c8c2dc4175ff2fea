import { FirebaseAuthError, type Auth } from 'firebase-admin/auth';
import type { Firestore, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { LIMITS_OF_ADDRESS, LIMITS_OF_MEMBER } from '../../domain/limits';
import { NOBODY, uidOfAddress } from '../accounts/accounts';
import type { Bucket } from '../firebase';
import type { Limiter } from '../limits/limiter';
import { UPLOAD_KINDS } from '../proofs/uploads';
import { addressKey, confirmationRef, registrationRef } from '../registrations/registrations';
import type { Secrets } from '../secrets';
import { addressChangeRef } from './addressChanges';
import { deletionRef, type Deletion } from './deletion';
import { mailsOf } from './mails';
import { pseudonymise } from './pseudonym';

export interface EraseDeps {
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
const AT_ONCE = 300;

async function deleteAll(firestore: Firestore, query: Query): Promise<void> {
  for (;;) {
    const { docs } = await query.limit(AT_ONCE).get();
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    if (docs.length < AT_ONCE) return;
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
  const isFree = (await uidOfAddress(auth, email)) === NOBODY;
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
