import type * as z from 'zod/mini';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { credentialDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';
import type { PasswordHash, Passwords } from './passwords';

export const credentialRef = (firestore: Firestore, uid: string) =>
  firestore.collection('credentials').doc(uid);

export type Credential = z.infer<typeof credentialDocument>;

interface Deps {
  readonly firestore: Firestore;
  readonly passwords: Pick<Passwords, 'hash' | 'matches' | 'isOutdated'>;
}

/** A session opens only while the member still has the hash that the password matched. */
export type ProvenHash = PasswordHash;

async function readPassword(firestore: Firestore, uid: string): Promise<PasswordHash | null> {
  const credential = parseDocument(credentialDocument, await credentialRef(firestore, uid).get());
  return credential && !credential.blocked ? credential.password : null;
}

/**
 * Null if the password is wrong or the member is blocked. Also hashes if no password is stored, so
 * that the timing reveals nothing.
 */
export async function verifyPassword(
  { firestore, passwords }: Deps,
  uid: string,
  password: string,
): Promise<ProvenHash | null> {
  const stored = await readPassword(firestore, uid);
  return (await passwords.matches(stored, password)) ? stored : null;
}

const MAX_KNOWN_DEVICES = 10;

export const appendDevice = (devices: readonly string[], digest: string): string[] =>
  [...devices.filter((device) => device !== digest), digest].slice(-MAX_KNOWN_DEVICES);

export async function isKnownDevice(
  firestore: Firestore,
  uid: string,
  digest: string,
): Promise<boolean> {
  const credential = parseDocument(credentialDocument, await credentialRef(firestore, uid).get());
  return credential?.devices.includes(digest) ?? false;
}

export async function renewHash(
  { firestore, passwords }: Deps,
  uid: string,
  { password, provenHash }: { readonly password: string; readonly provenHash: ProvenHash },
): Promise<ProvenHash> {
  if (!passwords.isOutdated(provenHash)) return provenHash;
  const newHash = await passwords.hash(password);
  return firestore.runTransaction(async (transaction) => {
    const reference = credentialRef(firestore, uid);
    const current = parseDocument(credentialDocument, await transaction.get(reference));
    if (current?.password?.hash !== provenHash.hash) return provenHash;
    transaction.update(reference, { password: newHash });
    return newHash;
  });
}

/** @param now epoch ms */
export const toCredentialFields = (password: PasswordHash | null, now: number) => ({
  password,
  changedAt: Timestamp.fromMillis(now),
  blocked: false,
  devices: [],
  noticeTimes: [],
});

export function createCredential(
  firestore: Firestore,
  transaction: Transaction,
  { uid, password }: { readonly uid: string; readonly password: PasswordHash | null },
  now: number,
): void {
  transaction.create(credentialRef(firestore, uid), toCredentialFields(password, now));
}
