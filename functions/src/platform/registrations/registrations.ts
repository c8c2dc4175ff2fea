import { firestoreTime, type Registration } from '@quantalgo/contracts';
import { Timestamp, type Firestore, type WriteBatch } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import type { Secrets } from '../secrets';

/** A registration that waits for its confirmation. */
export interface PendingRegistration extends Omit<Registration, 'telegram'> {
  readonly uid: string;
  readonly telegram: string | null;
}

/** What is not confirmed by then is forgotten, its password and its closed account with it. */
const PENDING_MS = 24 * 60 * 60_000;

const schema = z.object({
  uid: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  telegram: z.nullable(z.string()),
  /** Sealed; erased with the document, on confirmation or expiry. */
  password: z.string(),
  expireAt: firestoreTime,
});
type Stored = z.infer<typeof schema>;

/** The key of an address in the server's own collections, whose ids hold no addresses. */
export const addressKey = (secrets: Secrets, email: string): string =>
  secrets.digest('address', email);

export const registrationRef = (firestore: Firestore, key: string) =>
  firestore.collection('registrations').doc(key);

/** The confirmation code of an address, or the tries at one that was never issued. */
export const confirmationRef = (firestore: Firestore, key: string) =>
  firestore.collection('confirmations').doc(key);

/** Keeps the newest registration of an address; the one before it is forgotten. */
export function writeRegistration(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Secrets },
  batch: WriteBatch,
  key: string,
  { telegram, password, ...fields }: Registration & { readonly uid: string },
  now: number,
): void {
  batch.set(registrationRef(firestore, key), {
    ...fields,
    telegram: telegram ?? null,
    password: secrets.seal(password),
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + PENDING_MS),
  });
}

/** The registration of an address that can still be confirmed at `now`, its password sealed; null where there is none. */
export async function readRegistration(
  firestore: Firestore,
  key: string,
  now: number,
): Promise<Stored | null> {
  const stored = parseDocument(schema, await registrationRef(firestore, key).get());
  return stored && stored.expireAt > now ? stored : null;
}
