import type { AccountData } from '@quantalgo/contracts';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { addressKey, confirmationRef } from '../registrations/registrations';
import type { Secrets } from '../secrets';
import { addressChangeRef } from './addressChanges';

type Remembered = AccountData['remembered'];

/** What each collection remembers, in words. */
const BY_UID = {
  idempotency: 'a call that was sent, so that it counts once',
  proofFingerprints: 'what the image of a proof looks like, to find others that do',
  pushes: 'a notification for your devices',
  resets: 'a password reset code',
  staffActions: 'what staff did about you, for the audit',
  transfers: 'a transfer code',
} as const;

const AT_MOST = 500;

function entryOf(what: string, document: DocumentSnapshot): Remembered[number] {
  const until: unknown = document.get('expireAt');
  return { what, until: until instanceof Timestamp ? until.toDate().toISOString() : null };
}

/** What the server remembers of a member for a while: codes as digests, calls by their keys. */
export async function listRemembered(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Secrets },
  uid: string,
  email: string,
): Promise<Remembered> {
  const single = [
    ['a dashboard code', firestore.collection('dashboardCodes').doc(uid)],
    ['a change of address', addressChangeRef(firestore, uid)],
    ['a confirmation code', confirmationRef(firestore, addressKey(secrets, email))],
  ] as const;
  const [documents, queried] = await Promise.all([
    firestore.getAll(...single.map(([, reference]) => reference)),
    Promise.all(
      Object.entries(BY_UID).map(async ([collection, what]) => {
        const query = firestore.collection(collection).where('uid', '==', uid).limit(AT_MOST);
        return (await query.get()).docs.map((document) => entryOf(what, document));
      }),
    ),
  ]);
  const named = documents.flatMap((document, index) => {
    const what = single[index]?.[0];
    return document.exists && what !== undefined ? [entryOf(what, document)] : [];
  });
  return [...named, ...queried.flat()];
}
