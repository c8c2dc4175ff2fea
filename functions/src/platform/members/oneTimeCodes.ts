import { RESET_TOKEN_MS, TRANSFER_CODE_MS, TYPED_CODE_LENGTH } from '@quantalgo/contracts';
import {
  type DocumentReference,
  type Firestore,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { guardedCodeDocument } from '../../collections/fields';
import { credentialDocument, resetDocument, transferDocument } from '../../collections/members';
import { type GuardedCode, judgeTry, secretCode, type TryVerdict } from '../../domain/codes';
import { parseDocument, readAll } from '../core/documents';
import { type Digester, draw } from '../core/secrets';
import { credentialRef } from './credentials';
import { callerEnd, type NewSession, type Session } from './sessions';
import { userOf, userRef } from './users';

const guardedCodeSchema = z.omit(guardedCodeDocument, { expireAt: true });

/** The fields of a guarded code's document, with the time from which the document may be deleted. */
export const guardedFields = ({ digest, validUntil, tries, triesUntil }: GuardedCode) => ({
  digest,
  tries,
  validUntil: Timestamp.fromMillis(validUntil),
  triesUntil: Timestamp.fromMillis(triesUntil),
  expireAt: Timestamp.fromMillis(Math.max(validUntil, triesUntil)),
});

/** Further changes of a right code: reads first, and returns the function that writes them. */
export type OnRight = (transaction: Transaction) => Promise<() => void>;

/**
 * Tries a code against a document, whether it exists or not. The try is counted in the transaction that compares, so
 * concurrent guesses all count, and a right code works once.
 */
export async function tryCode(
  firestore: Firestore,
  reference: DocumentReference,
  { digest, now, validMs }: { digest: string; now: number; validMs: number },
  onRight?: OnRight,
): Promise<TryVerdict> {
  return firestore.runTransaction(async (transaction) => {
    const stored = parseDocument(guardedCodeSchema, await transaction.get(reference));
    const { verdict, next } = judgeTry(stored, digest, now, validMs);
    const write = verdict === 'right' ? await onRight?.(transaction) : undefined;
    transaction.set(reference, guardedFields(next), { merge: true });
    write?.();
    return verdict;
  });
}

interface ResetDeps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

/** The member whose password a reset token sets. */
export interface Reset {
  readonly uid: string;
  readonly email: string;
}

const resetSchema = z.pick(resetDocument, { uid: true, email: true, validUntil: true });

const resetsIn = (firestore: Firestore) => firestore.collection('resets');

const resetRef = ({ firestore, secrets }: ResetDeps, token: string) =>
  resetsIn(firestore).doc(secrets.digest('reset token', token));

/** How many reset links of one address are valid at a time: another one voids only the oldest. */
const RESETS = 3;

/**
 * Stores a reset token of an address beside earlier ones, and voids the oldest beyond the limit.
 * @param key of the address
 * @param now epoch ms
 */
export async function writeReset(
  deps: ResetDeps,
  batch: WriteBatch,
  { key, uid, email, token }: Reset & { readonly key: string; readonly token: string },
  now: number,
): Promise<void> {
  const { docs } = await resetsIn(deps.firestore).where('address', '==', key).get();
  const newest = docs
    .map((document) => {
      const reset = parseDocument(resetDocument, document);
      return { ref: document.ref, at: reset?.validUntil ?? 0 };
    })
    .sort((a, b) => b.at - a.at);
  for (const { ref } of newest.slice(RESETS - 1)) batch.delete(ref);
  const validUntil = Timestamp.fromMillis(now + RESET_TOKEN_MS);
  const fields = { address: key, uid, email, validUntil, expireAt: validUntil };
  batch.create(resetRef(deps, token), fields);
}

/** The member whose password the token would set at `now`; null where it is invalid. Doesn't consume the token. */
export async function readReset(
  deps: ResetDeps,
  token: string,
  now: number,
): Promise<Reset | null> {
  const reset = parseDocument(resetSchema, await resetRef(deps, token).get());
  return reset && reset.validUntil > now ? reset : null;
}

/** Like {@link readReset}, but consumes the token: of concurrent calls only one gets it. */
export async function claimReset(
  deps: ResetDeps,
  token: string,
  now: number,
): Promise<Reset | null> {
  return deps.firestore.runTransaction(async (transaction) => {
    const reference = resetRef(deps, token);
    const reset = parseDocument(resetSchema, await transaction.get(reference));
    if (!reset || reset.validUntil <= now) return null;
    transaction.delete(reference);
    return reset;
  });
}

interface TransferDeps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

const transferSchema = z.pick(transferDocument, { uid: true, validUntil: true });

const transferRef = ({ firestore, secrets }: TransferDeps, code: string) =>
  firestore.collection('transfers').doc(secrets.digest('transfer code', code));

/**
 * Issues a code that opens a session of the caller's member once, within minutes, and voids those that they were given
 * before. `now` and `expiresAt` in epoch ms.
 * @throws MemberGoneError where the calling session was ended while the call was under way
 */
export async function issueTransfer(
  deps: TransferDeps,
  session: Session,
  now: number,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const { uid } = session;
  const code = secretCode(TYPED_CODE_LENGTH, draw);
  const expiresAt = now + TRANSFER_CODE_MS;
  const validUntil = Timestamp.fromMillis(expiresAt);
  const { firestore } = deps;
  await firestore.runTransaction(async (transaction) => {
    await callerEnd(firestore, transaction, session, now);
    const before = firestore.collection('transfers').where('uid', '==', uid);
    for (const { ref } of (await transaction.get(before)).docs) transaction.delete(ref);
    transaction.create(transferRef(deps, code), { uid, validUntil, expireAt: validUntil });
  });
  return { code, expiresAt };
}

/**
 * Consumes a code and returns its member, and what it proves to whoever opens a session by it; null where it is
 * invalid. It never opens a session of staff, even where the member became staff after it was issued.
 */
export async function claimTransfer(
  deps: TransferDeps,
  code: string,
  now: number,
): Promise<{ readonly uid: string; readonly proof: NewSession } | null> {
  const { firestore } = deps;
  const reference = transferRef(deps, code);
  return firestore.runTransaction(async (transaction) => {
    const transfer = parseDocument(transferSchema, await transaction.get(reference));
    if (!transfer) return null;
    const { uid } = transfer;
    const [user, credential] = await readAll(
      transaction,
      userRef(firestore, uid),
      credentialRef(firestore, uid),
    );
    const member = userOf(user);
    const held = parseDocument(credentialDocument, credential);
    transaction.delete(reference);
    const isOpen = transfer.validUntil > now && member?.staff === false;
    return isOpen && held ? { uid, proof: { sessionsEndedAt: held.sessionsEndedAt } } : null;
  });
}
