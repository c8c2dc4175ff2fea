import type { UserRecord } from '@quantalgo/contracts/account/member';
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
import { admissionCode } from '../../domain/auth/codes';
import { KEPT_MS } from '../../retention';
import { parseDocument } from '../core/documents';
import { type Digester, draw } from '../core/secrets';
import { addressRef } from './addresses';
import { createCredential, credentialRef } from './credentials';
import type { Claim } from './openings';
import type { PasswordHash } from './passwords';
import { callerEnd, type Session } from './sessions';
import { createMember, lowerName, memberIn, userRef } from '../account/users';

/** How many codes of one registration are valid at a time: another one voids only the oldest. */
const CODES = 3;

type Fields = z.infer<typeof registrationDocument>;

/** An unconfirmed registration, with the uid that its member will have. */
interface Pending extends Fields {
  readonly uid: string;
  readonly ref: DocumentReference;
}

const registrationsIn = (firestore: Firestore) => firestore.collection('registrations');

/** Registrations of one address that are stored at a time: each further one would cost every reader of them a read. */
export const MAX_REGISTRATIONS = 10;

/** All registrations of an address, expired ones included. */
export const registrationsOf = (firestore: Firestore, key: string) =>
  registrationsIn(firestore).where('address', '==', key).limit(MAX_REGISTRATIONS);

function pendingIn(docs: readonly QueryDocumentSnapshot[], now: number): Pending[] {
  const all = docs.flatMap((document) => {
    const fields = parseDocument(registrationDocument, document);
    return fields && fields.expireAt > now
      ? [{ ...fields, uid: document.id, ref: document.ref }]
      : [];
  });
  return all.sort((a, b) => b.createdAt - a.createdAt);
}

/** A stored code of a registration. */
export interface IssuedCode {
  readonly digest: string;
  /** Epoch ms when it expires. */
  readonly validUntil: number;
}

const stored = ({ digest, validUntil }: IssuedCode) => ({
  digest,
  validUntil: Timestamp.fromMillis(validUntil),
});

/**
 * The salt for all passwords registered for one address, so that their hashes can be compared until one is confirmed.
 */
export const saltOf = (secrets: Digester, email: string): Buffer =>
  Buffer.from(secrets.digest('salt of registrations', email), 'base64url').subarray(0, 16);

/** A registration with the hash of its password and the first code that confirms it. */
interface NewRegistration {
  readonly registration: Registration;
  readonly key: string;
  readonly password: PasswordHash;
  readonly code: IssuedCode;
}

function newFields(
  { registration: { telegram, password: _, ...fields }, key, password, code }: NewRegistration,
  now: number,
) {
  return {
    ...fields,
    telegram: telegram ?? null,
    address: key,
    password,
    codes: [stored(code)],
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + KEPT_MS.registrations),
  };
}

/** One of several registrations may be a stranger's: whichever is confirmed gets no password. */
function markContested(transaction: Transaction, pending: readonly Pending[]): void {
  for (const { ref, contested } of pending)
    if (contested !== true) transaction.update(ref, { contested: true });
}

/** Adds a code that confirms the newest of the pending registrations, if there is one. */
function pushCode(transaction: Transaction, [newest]: readonly Pending[], code: IssuedCode): void {
  if (!newest) return;
  const codes = [...newest.codes, code].slice(-CODES).map(stored);
  transaction.update(newest.ref, { codes });
}

/**
 * Stores a registration beside others of the same address, with the mail that `queue` queues. Where
 * {@link MAX_REGISTRATIONS} are pending, its code confirms the newest of them, without a password.
 * @param now epoch ms
 */
export async function addRegistration(
  firestore: Firestore,
  added: NewRegistration,
  now: number,
  queue: (transaction: Transaction) => void,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(registrationsOf(firestore, added.key));
    const pending = pendingIn(docs, now);
    const uids = new Set(pending.map(({ uid }) => uid));
    for (const { id, ref } of docs) if (!uids.has(id)) transaction.delete(ref);
    if (pending.length < MAX_REGISTRATIONS) {
      transaction.create(registrationsIn(firestore).doc(), newFields(added, now));
    } else {
      markContested(transaction, pending);
      pushCode(transaction, pending, added.code);
    }
    queue(transaction);
  });
}

/**
 * Marks the pending registrations of an address as contested: somebody registered it again, which isn't stored.
 * @param now epoch ms
 */
export async function contest(firestore: Firestore, key: string, now: number): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(registrationsOf(firestore, key));
    markContested(transaction, pendingIn(docs, now));
  });
}

/**
 * Adds a code that confirms the newest registration of an address, together with the mail about it.
 * @param queue queues that mail; `isPending` is false where no registration is pending
 */
export async function addCode(
  firestore: Firestore,
  { key, code }: { readonly key: string; readonly code: IssuedCode },
  now: number,
  queue: (transaction: Transaction, isPending: boolean) => void,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(registrationsOf(firestore, key));
    const pending = pendingIn(docs, now);
    pushCode(transaction, pending, code);
    queue(transaction, pending.length > 0);
  });
}

const isConfirmedBy = ({ codes }: Pick<Fields, 'codes'>, digest: string, now: number): boolean =>
  codes.some((code) => code.digest === digest && code.validUntil > now);

/** With millions of codes, this many collisions in a row mean a fault of our own. */
const MAX_DRAWS = 20;

async function freeAdmissionCode(firestore: Firestore, transaction: Transaction): Promise<string> {
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const code = admissionCode(draw);
    const holder = await transaction.get(firestore.collection('admissionCodes').doc(code));
    if (!holder.exists) return code;
  }
  throw new Error('No admission code is left');
}

/**
 * Makes a member of the registration that the code belongs to, in one transaction with their address and password.
 * Where the address was registered with another password, too, one of the two may be a stranger's: the account is then
 * created without a password. The code stays valid until {@link registrationClaim} opens a session by it: where that
 * fails, the same call again changes nothing more here.
 * @param now epoch ms
 * @returns the member's uid; null where the code confirms nothing
 */
export async function confirmRegistration(
  firestore: Firestore,
  { key, digest }: { readonly key: string; readonly digest: string },
  now: number,
): Promise<string | null> {
  return firestore.runTransaction(async (transaction) => {
    const [address, { docs }] = await Promise.all([
      transaction.get(addressRef(firestore, key)),
      transaction.get(registrationsOf(firestore, key)),
    ]);
    const waiting = pendingIn(docs, now);
    const confirmed = waiting.find((one) => isConfirmedBy(one, digest, now));
    if (!confirmed) return null;
    const { uid } = confirmed;
    if (address.exists) return address.get('uid') === uid ? uid : null;
    const isContested =
      confirmed.contested === true ||
      waiting.some(({ password }) => password.hash !== confirmed.password.hash);
    const password = isContested ? null : confirmed.password;
    const code = await freeAdmissionCode(firestore, transaction);
    transaction.create(addressRef(firestore, key), { uid });
    createCredential(firestore, transaction, { uid, password }, now);
    createMember(firestore, transaction, { ...confirmed, needsPassword: isContested }, code, now);
    for (const { ref } of docs) if (ref.id !== uid) transaction.delete(ref);
    return uid;
  });
}

/** The claim of a confirmation code: the session that it opens deletes the registration. */
export const registrationClaim =
  (
    firestore: Firestore,
    { uid, digest }: { readonly uid: string; readonly digest: string },
    now: number,
  ): Claim =>
  async (transaction) => {
    const reference = registrationsIn(firestore).doc(uid);
    const fields = parseDocument(registrationDocument, await transaction.get(reference));
    if (!fields || !isConfirmedBy(fields, digest, now)) return null;
    return () => transaction.delete(reference);
  };

/** The password that a member of a contested address chooses, and the details that they confirm with it. */
export interface FirstPassword {
  readonly password: PasswordHash;
  readonly fullName: string;
  readonly phone: string;
  readonly country: string;
}

/**
 * Sets the password that a member's account waits for, and the details confirmed with it. A reset before leaves the
 * account waiting: it says whose mailbox it is, not that the details are theirs.
 * @param now epoch ms
 * @returns the updated record; null where the account waits for none
 * @throws MemberGoneError, also where the session was ended meanwhile
 */
export async function chooseFirstPassword(
  firestore: Firestore,
  session: Session,
  { password, ...details }: FirstPassword,
  now: number,
): Promise<UserRecord | null> {
  const { uid } = session;
  return firestore.runTransaction(async (transaction) => {
    await callerEnd(firestore, transaction, session, now);
    const record = await memberIn(firestore, transaction, uid);
    const reference = credentialRef(firestore, uid);
    const held = parseDocument(credentialDocument, await transaction.get(reference));
    if (!held || record.needsPassword !== true) return null;
    transaction.update(reference, { password, changedAt: Timestamp.fromMillis(now) });
    const nameLower = lowerName(details.fullName);
    const needsPassword = FieldValue.delete();
    transaction.update(userRef(firestore, uid), { ...details, nameLower, needsPassword });
    const { needsPassword: _, ...rest } = record;
    return { ...rest, ...details };
  });
}

/** Registrations deleted per batch. */
const AT_ONCE = 300;

/**
 * Deletes all registrations that weren't confirmed in time (`now`, epoch ms). Concurrent runs don't conflict.
 * @returns how many
 */
export async function expireRegistrations(firestore: Firestore, now: number): Promise<number> {
  for (let forgotten = 0; ;) {
    const { docs } = await registrationsIn(firestore)
      .where('expireAt', '<=', Timestamp.fromMillis(now))
      .limit(AT_ONCE)
      .get();
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    forgotten += docs.length;
    if (docs.length < AT_ONCE) return forgotten;
  }
}
