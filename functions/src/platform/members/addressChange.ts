import { CONFIRMATION_CODE_LENGTH, CONFIRMATION_CODE_MS } from '@quantalgo/contracts';
import type { Firestore, Transaction, WriteBatch } from 'firebase-admin/firestore';
import { maskedAddress } from '../../domain/account';
import { issued, secretCode } from '../../domain/codes';
import { queueMail } from '../core/queues';
import { type Digester, draw } from '../core/secrets';
import { addressKey, addressRef, NO_ACCOUNT, uidOfAddress } from './addresses';
import { endSessions } from './endings';
import { guardedFields, tryCode } from './oneTimeCodes';
import { registrationsOf } from './registrations';
import type { Session } from './sessions';
import { memberIn, userRef } from './users';

interface CodeDeps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

/** The member's latest request to change their address. */
const addressChangeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('addressChanges').doc(uid);

const digestOf = (secrets: Digester, uid: string, code: string) =>
  secrets.digest(`address change of ${uid}`, code);

/**
 * Issues the code that confirms `email` as a member's new address, and voids an earlier code.
 * @param now epoch ms
 * @returns the code, which is stored nowhere
 */
export function issueAddressChange(
  { firestore, secrets }: CodeDeps,
  batch: WriteBatch,
  { uid, email }: { uid: string; email: string },
  now: number,
): string {
  const code = secretCode(CONFIRMATION_CODE_LENGTH, draw);
  const state = issued(digestOf(secrets, uid, code), now, CONFIRMATION_CODE_MS);
  batch.set(addressChangeRef(firestore, uid), { ...guardedFields(state), email });
  return code;
}

/**
 * Tries a member's code; the right one works once.
 * @returns the address that it confirms, or why it was refused
 */
export async function tryAddressChange(
  { firestore, secrets }: CodeDeps,
  { uid, code, now }: { uid: string; code: string; now: number },
): Promise<{ readonly email: string } | 'wrong' | 'exhausted'> {
  const reference = addressChangeRef(firestore, uid);
  let email: unknown;
  const verdict = await tryCode(
    firestore,
    reference,
    { digest: digestOf(secrets, uid, code), now, validMs: CONFIRMATION_CODE_MS },
    async (transaction) => {
      email = (await transaction.get(reference)).get('email');
      return () => undefined;
    },
  );
  if (verdict !== 'right') return verdict;
  if (typeof email !== 'string') throw new Error('A change of address without an address');
  return { email };
}

/** True where another member has the address. */
export async function isTaken(deps: CodeDeps, uid: string, email: string): Promise<boolean> {
  const holder = await uidOfAddress(deps, email);
  return holder !== NO_ACCOUNT && holder !== uid;
}

/** Tags the mails sent to a member's former address with their uid, because their address no longer finds them. */
async function tagMailsOf(firestore: Firestore, uid: string, email: string): Promise<void> {
  const { docs } = await firestore.collection('mail').where('to', '==', email).get();
  await Promise.all(docs.map(({ ref }) => ref.update({ uid })));
}

/** Moves the member to the address in a transaction; null where another member has it. */
async function moveIn(
  { firestore }: Pick<CodeDeps, 'firestore'>,
  transaction: Transaction,
  { session, email }: { readonly session: Session; readonly email: string },
  now: number,
): Promise<string | null> {
  const { uid } = session;
  const key = addressKey(email);
  const holder = await transaction.get(addressRef(firestore, key));
  const record = await memberIn(firestore, transaction, uid);
  // An unconfirmed registration doesn't hold the address: the address belongs to whoever reads its mail.
  const { docs: waiting } = await transaction.get(registrationsOf(firestore, key));
  const end = await endSessions(firestore, transaction, session, now);
  if (holder.exists && holder.get('uid') !== uid) return null;
  transaction.set(holder.ref, { uid });
  if (record.email !== email) transaction.delete(addressRef(firestore, addressKey(record.email)));
  transaction.update(userRef(firestore, uid), { email });
  for (const { ref } of waiting) transaction.delete(ref);
  end();
  const at = new Date(now).toISOString();
  const { fullName, zone } = record;
  const parameters = { fullName, zone, masked: maskedAddress(email), at };
  const order = { template: 'emailChanged', to: record.email, uid, parameters } as const;
  queueMail({ firestore }, transaction, order, now);
  return record.email;
}

/**
 * Moves the caller's member to a confirmed address, ends all sessions and mails the former address, all in one
 * transaction.
 * @param now epoch ms
 * @returns the former address; null where another member has the new one
 * @throws MemberGoneError, also where the calling session was ended while the call was under way
 */
export async function changeAddress(
  deps: CodeDeps,
  session: Session,
  email: string,
  now: number,
): Promise<string | null> {
  const before = await deps.firestore.runTransaction((transaction) =>
    moveIn(deps, transaction, { session, email }, now),
  );
  if (before !== null) await tagMailsOf(deps.firestore, session.uid, before);
  return before;
}
