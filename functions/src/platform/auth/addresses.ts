import { createHash } from 'node:crypto';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { addressDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';

/** Uid of unknown addresses, so that calls make the same reads for them. */
export const NO_ACCOUNT = 'nobody';

/**
 * Hashed, because ids are logged. Without a secret, because the database holds the addresses anyway
 * and replacing a secret would lock everybody out.
 */
export const addressKey = (email: string): string =>
  createHash('sha256').update(`address\n${email}`).digest('base64url');

export const addressRef = (firestore: Firestore, key: string): DocumentReference =>
  firestore.collection('addresses').doc(key);

export async function readAddressUid(
  { firestore }: { readonly firestore: Firestore },
  email: string,
): Promise<string> {
  const snapshot = await addressRef(firestore, addressKey(email)).get();
  return parseDocument(addressDocument, snapshot)?.uid ?? NO_ACCOUNT;
}
