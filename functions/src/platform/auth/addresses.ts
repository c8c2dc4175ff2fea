import { createHash } from 'node:crypto';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { addressDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';

/** Placeholder uid for unknown addresses, so that the same reads are made. */
export const NO_ACCOUNT = 'nobody';

/**
 * Ids are logged, so they must not contain addresses. No secret: the database holds the addresses
 * anyway, and replacing a secret would lock everybody out.
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
