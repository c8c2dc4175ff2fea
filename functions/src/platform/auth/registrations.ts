import type { UserRecord } from '@quantalgo/contracts/account/member';
import { toSearchName } from '@quantalgo/contracts/account/searchName';
import type { Registration } from '@quantalgo/contracts/auth/registration';
import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { credentialDocument, registrationDocument } from '../../collections/account';
import { drawAdmissionCode } from '../../domain/auth/codes';
import { COLLECTIONS } from '../../collections/collections';
import { parseDocument } from '../core/documents';
import { type Digester, draw } from '../core/secrets';
import { addressRef } from './addresses';
import { createCredential, credentialRef } from './credentials';
import type { SessionClaim } from './openings';
import type { PasswordHash } from './passwords';
import { requireOpenSession, type Session } from './sessions';
import { createMember, requireMember, userRef } from '../account/users';

/** Adding another code voids the oldest. */
const MAX_CODES_PER_REGISTRATION = 3;

type RegistrationFields = z.infer<typeof registrationDocument>;

interface PendingRegistration extends RegistrationFields {
  readonly uid: string;
  readonly ref: DocumentReference;
}

const getRegistrationsCollection = (firestore: Firestore) => firestore.collection('registrations');

/** Per address, because every lookup reads all of them. */
export const MAX_REGISTRATIONS = 10;

export const buildRegistrationsQuery = (firestore: Firestore, key: string) =>
  getRegistrationsCollection(firestore).where('address', '==', key).limit(MAX_REGISTRATIONS);

function parsePending(docs: readonly QueryDocumentSnapshot[], now: number): PendingRegistration[] {
  const registrations = docs.flatMap((document) => {
    const fields = parseDocument(registrationDocument, document);
    return fields.expireAt > now ? [{ ...fields, uid: document.id, ref: document.ref }] : [];
  });
  return registrations.sort((a, b) => b.createdAt - a.createdAt);
}

export interface IssuedCode {
  readonly digest: string;
  readonly validUntil: number;
}

const toStoredCode = ({ digest, validUntil }: IssuedCode) => ({
  digest,
  validUntil: Timestamp.fromMillis(validUntil),
});

/** One salt per address, so that the hashes of its registrations can be compared. */
export const deriveSalt = (secrets: Digester, email: string): Buffer =>
  Buffer.from(secrets.digest('salt of registrations', email), 'base64url').subarray(0, 16);

interface NewRegistration {
  readonly registration: Registration;
  readonly key: string;
  readonly password: PasswordHash;
  readonly code: IssuedCode;
}

function toStoredRegistration(
  { registration: { telegram, password: _, ...fields }, key, password, code }: NewRegistration,
  now: number,
) {
  return {
    ...fields,
    telegram: telegram ?? null,
    address: key,
    password,
    codes: [toStoredCode(code)],
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + COLLECTIONS.registrations.retentionMs),
  };
}

/** One of them may be a stranger's, so whichever is confirmed gets no password. */
function markContested(transaction: Transaction, pending: readonly PendingRegistration[]): void {
  for (const { ref, contested } of pending)
    if (contested !== true) transaction.update(ref, { contested: true });
}

function pushCode(
  transaction: Transaction,
  [newest]: readonly PendingRegistration[],
  code: IssuedCode,
): void {
  if (!newest) return;
  const codes = [...newest.codes, code].slice(-MAX_CODES_PER_REGISTRATION).map(toStoredCode);
  transaction.update(newest.ref, { codes });
}

/**
 * Beyond {@link MAX_REGISTRATIONS}, the code confirms the newest registration, without a password.
 * @param queue queues the email
 * @returns true if the address had no pending registration
 */
export async function addRegistration(
  firestore: Firestore,
  registration: NewRegistration,
  now: number,
  queue: (transaction: Transaction) => void,
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(buildRegistrationsQuery(firestore, registration.key));
    const pending = parsePending(docs, now);
    const uids = new Set(pending.map(({ uid }) => uid));
    for (const { id, ref } of docs) if (!uids.has(id)) transaction.delete(ref);
    if (pending.length < MAX_REGISTRATIONS) {
      const reference = getRegistrationsCollection(firestore).doc();
      transaction.create(reference, toStoredRegistration(registration, now));
    } else {
      markContested(transaction, pending);
      pushCode(transaction, pending, registration.code);
    }
    queue(transaction);
    return pending.length === 0;
  });
}

export async function contestRegistrations(
  firestore: Firestore,
  key: string,
  now: number,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(buildRegistrationsQuery(firestore, key));
    markContested(transaction, parsePending(docs, now));
  });
}

export async function addCode(
  firestore: Firestore,
  { key, code }: { readonly key: string; readonly code: IssuedCode },
  now: number,
  queue: (transaction: Transaction, isPending: boolean) => void,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(buildRegistrationsQuery(firestore, key));
    const pending = parsePending(docs, now);
    pushCode(transaction, pending, code);
    queue(transaction, pending.length > 0);
  });
}

const isConfirmedBy = (
  { codes }: Pick<RegistrationFields, 'codes'>,
  digest: string,
  now: number,
): boolean => codes.some((code) => code.digest === digest && code.validUntil > now);

/** With millions of codes, this many collisions in a row mean a bug. */
const MAX_DRAWS = 20;

async function reserveAdmissionCode(
  firestore: Firestore,
  transaction: Transaction,
): Promise<string> {
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const code = drawAdmissionCode(draw);
    const holder = await transaction.get(firestore.collection('admissionCodes').doc(code));
    if (!holder.exists) return code;
  }
  throw new Error(`No unused admission code found in ${MAX_DRAWS} draws`);
}

/**
 * If the address was registered with two passwords, one may be a stranger's, so the account gets
 * none. The code stays valid until {@link createRegistrationClaim} opens a session, so that a
 * failed call can be repeated.
 * @returns the uid, or null if the code is wrong
 */
export async function confirmRegistration(
  firestore: Firestore,
  { key, digest }: { readonly key: string; readonly digest: string },
  now: number,
): Promise<string | null> {
  return firestore.runTransaction(async (transaction) => {
    const [address, { docs }] = await Promise.all([
      transaction.get(addressRef(firestore, key)),
      transaction.get(buildRegistrationsQuery(firestore, key)),
    ]);
    const pending = parsePending(docs, now);
    const registration = pending.find((candidate) => isConfirmedBy(candidate, digest, now));
    if (!registration) return null;
    const { uid } = registration;
    if (address.exists) return address.get('uid') === uid ? uid : null;
    const isContested =
      registration.contested === true ||
      pending.some(({ password }) => password.hash !== registration.password.hash);
    const password = isContested ? null : registration.password;
    const code = await reserveAdmissionCode(firestore, transaction);
    transaction.create(addressRef(firestore, key), { uid });
    createCredential(firestore, transaction, { uid, password }, now);
    createMember(
      firestore,
      transaction,
      // The contact may be a stranger's. The other details are asked for again.
      { ...registration, ...(isContested && { telegram: null }), needsPassword: isContested },
      code,
      now,
    );
    for (const { ref } of docs) if (ref.id !== uid) transaction.delete(ref);
    return uid;
  });
}

export const createRegistrationClaim =
  (
    firestore: Firestore,
    { uid, digest }: { readonly uid: string; readonly digest: string },
    now: number,
  ): SessionClaim =>
  async (transaction) => {
    const reference = getRegistrationsCollection(firestore).doc(uid);
    const fields = parseDocument(registrationDocument, await transaction.get(reference));
    if (!fields || !isConfirmedBy(fields, digest, now)) return null;
    return () => transaction.delete(reference);
  };

export interface FirstPassword {
  readonly password: PasswordHash;
  readonly fullName: string;
  readonly phone: string;
  readonly country: string;
}

/**
 * For an account without a password. A password reset doesn't clear `needsPassword`, because it
 * proves control of the mailbox but doesn't confirm the other details.
 * @returns null if the account needs no password
 * @throws MemberGoneError, also if the session has ended
 */
export async function chooseFirstPassword(
  firestore: Firestore,
  session: Session,
  { password, ...details }: FirstPassword,
  now: number,
): Promise<UserRecord | null> {
  const { uid } = session;
  return firestore.runTransaction(async (transaction) => {
    await requireOpenSession(firestore, transaction, session, now);
    const record = await requireMember(firestore, transaction, uid);
    const reference = credentialRef(firestore, uid);
    const credential = parseDocument(credentialDocument, await transaction.get(reference));
    if (!credential || record.needsPassword !== true) return null;
    transaction.update(reference, { password, changedAt: Timestamp.fromMillis(now) });
    const nameLower = toSearchName(details.fullName);
    const needsPassword = FieldValue.delete();
    transaction.update(userRef(firestore, uid), { ...details, nameLower, needsPassword });
    const { needsPassword: _, ...otherFields } = record;
    return { ...otherFields, ...details };
  });
}

const BATCH_SIZE = 300;

export async function expireRegistrations(firestore: Firestore, now: number): Promise<number> {
  for (let deleted = 0; ;) {
    const { docs } = await getRegistrationsCollection(firestore)
      .where('expireAt', '<=', Timestamp.fromMillis(now))
      .limit(BATCH_SIZE)
      .get();
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    deleted += docs.length;
    if (docs.length < BATCH_SIZE) return deleted;
  }
}
