import type { Firestore } from 'firebase-admin/firestore';
import type { Secrets } from '../secrets';

/** The name of a deleted member in the audit: the same one everywhere, and nobody's without the server's key. */
export const pseudonymOf = (secrets: Secrets, uid: string): string =>
  `deleted-${secrets.digest('member who was deleted', uid)}`;

/** Who did what to whom. */
const AUDIT = ['accessEvents', 'staffActions'] as const;

/** Puts a pseudonym in the place of a deleted member in every entry of the audit, whoever did what to whom. */
export async function pseudonymise(
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
