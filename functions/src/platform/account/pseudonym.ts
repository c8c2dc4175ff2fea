import type { Firestore } from 'firebase-admin/firestore';
import type { Secrets } from '../secrets';

/** The name of a deleted member in the audit: the same one everywhere, and nobody's without the server's key. */
export const pseudonymOf = (secrets: Secrets, uid: string): string =>
  `deleted-${secrets.digest('member who was deleted', uid)}`;

/** Puts a pseudonym in the place of a deleted member in every entry of the audit, whoever did what to whom. */
export async function pseudonymise(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Secrets },
  uid: string,
): Promise<void> {
  const pseudonym = pseudonymOf(secrets, uid);
  const events = firestore.collection('accessEvents');
  const [whom, who] = await Promise.all([
    events.where('uid', '==', uid).get(),
    events.where('by', '==', uid).get(),
  ]);
  const documents = new Map([...whom.docs, ...who.docs].map((event) => [event.id, event]));
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
