import type * as z from 'zod/mini';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { credentialDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';
import type { PasswordHash, Passwords } from './passwords';

/** The document of a member's credentials; no client reads it. */
export const credentialRef = (firestore: Firestore, uid: string) =>
  firestore.collection('credentials').doc(uid);

export type Credential = z.infer<typeof credentialDocument>;

interface Deps {
  readonly firestore: Firestore;
  readonly passwords: Pick<Passwords, 'hash' | 'matches' | 'isOutdated'>;
}

/** The stored hash that a password matched: a session is opened only while it is still the member's. */
export type Proven = PasswordHash;

async function storedPassword(firestore: Firestore, uid: string): Promise<PasswordHash | null> {
  const credential = parseDocument(credentialDocument, await credentialRef(firestore, uid).get());
  return credential && !credential.blocked ? credential.password : null;
}

/**
 * Compares a password with a member's; takes equally long where none is stored. Null where it is wrong, or the member
 * is blocked.
 */
export async function provePassword(
  { firestore, passwords }: Deps,
  uid: string,
  password: string,
): Promise<Proven | null> {
  const stored = await storedPassword(firestore, uid);
  return (await passwords.matches(stored, password)) ? stored : null;
}

/** How many devices per member are remembered. */
const MAX_DEVICES = 10;

/** A member's devices with one more; the least recently used is dropped beyond the limit. */
export const withDevice = (devices: readonly string[], digest: string): string[] =>
  [...devices.filter((one) => one !== digest), digest].slice(-MAX_DEVICES);

/** True where this account remembers the device. */
export async function knowsDevice(
  firestore: Firestore,
  uid: string,
  digest: string,
): Promise<boolean> {
  const held = parseDocument(credentialDocument, await credentialRef(firestore, uid).get());
  return held?.devices.includes(digest) ?? false;
}

/** Rehashes a password whose hash is outdated, unless it was changed meanwhile. */
export async function renewHash(
  { firestore, passwords }: Deps,
  uid: string,
  { password, proven }: { readonly password: string; readonly proven: Proven },
): Promise<Proven> {
  if (!passwords.isOutdated(proven)) return proven;
  const renewed = await passwords.hash(password);
  return firestore.runTransaction(async (transaction) => {
    const reference = credentialRef(firestore, uid);
    const now = parseDocument(credentialDocument, await transaction.get(reference));
    if (now?.password?.hash !== proven.hash) return proven;
    transaction.update(reference, { password: renewed });
    return renewed;
  });
}

/** Creates a member's credential, with a password or without one yet. */
export function createCredential(
  firestore: Firestore,
  transaction: Transaction,
  { uid, password }: { readonly uid: string; readonly password: PasswordHash | null },
  now: number,
): void {
  transaction.create(credentialRef(firestore, uid), {
    password,
    changedAt: Timestamp.fromMillis(now),
    blocked: false,
    devices: [],
  });
}
