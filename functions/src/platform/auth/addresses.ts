import { createHash } from 'node:crypto';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { addressDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';

/** Stands for the uid where an address has no account, so that the same reads are made. */
export const NO_ACCOUNT = 'nobody';

/**
 * The key of an address in the server's own collections. Ids are logged, so they contain no addresses. The key needs no
 * secret, because the addresses themselves are in the same database; with one, nobody could log in after the secret was
 * replaced.
 */
export const addressKey = (email: string): string =>
  createHash('sha256').update(`address\n${email}`).digest('base64url');

/** The document that assigns an address to its member; one document per address, so no two members share one. */
export const addressRef = (firestore: Firestore, key: string): DocumentReference =>
  firestore.collection('addresses').doc(key);

/** The uid of an address's account, {@link NO_ACCOUNT} where it has none. */
export async function uidOfAddress(
  { firestore }: { readonly firestore: Firestore },
  email: string,
): Promise<string> {
  const snapshot = await addressRef(firestore, addressKey(email)).get();
  return parseDocument(addressDocument, snapshot)?.uid ?? NO_ACCOUNT;
}
