import { createHash } from 'node:crypto';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { addressDocument } from '../../documents';
import { parseDocument } from '../core/documents';

/** The uid of whoever has no account, so that the same reads are made for them. */
export const NO_ACCOUNT = 'nobody';

/**
 * The key of an address in the server's own collections, whose ids hold no addresses: ids are logged. It needs no secret, as
 * the addresses themselves stand in the same database; with one, nobody could log in after the secret was replaced.
 */
export const addressKey = (email: string): string =>
  createHash('sha256').update(`address\n${email}`).digest('base64url');

/** Says whose an address is: there is one document for each, so an address is nobody's twice. */
export const addressRef = (firestore: Firestore, key: string): DocumentReference =>
  firestore.collection('addresses').doc(key);

/** The uid of an address' account, {@link NO_ACCOUNT} where there is none. */
export async function uidOfAddress(
  { firestore }: { readonly firestore: Firestore },
  email: string,
): Promise<string> {
  const snapshot = await addressRef(firestore, addressKey(email)).get();
  return parseDocument(addressDocument, snapshot)?.uid ?? NO_ACCOUNT;
}
