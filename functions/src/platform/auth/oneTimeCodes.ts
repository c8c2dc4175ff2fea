import {
  RESET_TOKEN_TTL_MS,
  TRANSFER_CODE_TTL_MS,
  LONG_CODE_LENGTH,
} from '@quantalgo/contracts/core/validation';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { guardedCodeDocument } from '../../collections/fields';
import { resetDocument, transferDocument } from '../../collections/account';
import {
  type GuardedCode,
  judgeTry,
  drawSecretCode,
  type TryVerdict,
} from '../../domain/auth/codes';
import { parseDocument } from '../core/documents';
import { type Digester, draw } from '../core/secrets';
import type { SessionClaim } from './openings';
import { requireOpenSession, isSessionOpen, type Session, sessionRef } from './sessions';

const guardedCodeSchema = z.omit(guardedCodeDocument, { expireAt: true });

export const toGuardedFields = ({ digest, validUntil, tries, triesUntil }: GuardedCode) => ({
  digest,
  tries,
  validUntil: Timestamp.fromMillis(validUntil),
  triesUntil: Timestamp.fromMillis(triesUntil),
  expireAt: Timestamp.fromMillis(Math.max(validUntil, triesUntil)),
});

/** Runs if the code is right. Reads first, then returns the function that writes. */
export type PrepareWrite = (transaction: Transaction) => Promise<() => void>;

/**
 * Counts the try in the transaction that compares, so that concurrent guesses all count and a code
 * works once. The document needn't exist.
 */
export async function tryCode(
  firestore: Firestore,
  reference: DocumentReference,
  { digest, now, validMs }: { digest: string; now: number; validMs: number },
  onRight?: PrepareWrite,
): Promise<TryVerdict> {
  return firestore.runTransaction(async (transaction) => {
    const stored = parseDocument(guardedCodeSchema, await transaction.get(reference));
    const { verdict, next } = judgeTry(stored, digest, now, validMs);
    const write = verdict === 'right' ? await onRight?.(transaction) : undefined;
    transaction.set(reference, toGuardedFields(next), { merge: true });
    write?.();
    return verdict;
  });
}

export interface ResetDeps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

export interface PasswordReset {
  readonly uid: string;
  readonly email: string;
}

const resetSchema = z.pick(resetDocument, { uid: true, email: true, validUntil: true });

const getResetsCollection = (firestore: Firestore) => firestore.collection('resets');

const resetRef = ({ firestore, secrets }: ResetDeps, token: string) =>
  getResetsCollection(firestore).doc(secrets.digest('reset token', token));

/** Issuing another link voids the oldest. */
const MAX_RESETS_PER_ADDRESS = 3;

export async function writeReset(
  deps: ResetDeps,
  batch: WriteBatch,
  { key, uid, email, token }: PasswordReset & { readonly key: string; readonly token: string },
  now: number,
): Promise<void> {
  const { docs } = await getResetsCollection(deps.firestore).where('address', '==', key).get();
  const newestFirst = docs
    .map((document) => {
      const { validUntil } = parseDocument(resetDocument, document);
      return { ref: document.ref, at: validUntil };
    })
    .sort((a, b) => b.at - a.at);
  for (const { ref } of newestFirst.slice(MAX_RESETS_PER_ADDRESS - 1)) batch.delete(ref);
  const validUntil = Timestamp.fromMillis(now + RESET_TOKEN_TTL_MS);
  const fields = { address: key, uid, email, validUntil, expireAt: validUntil };
  batch.create(resetRef(deps, token), fields);
}

interface DocumentReader {
  get(reference: DocumentReference): Promise<DocumentSnapshot>;
}

const databaseReader: DocumentReader = { get: (reference) => reference.get() };

export async function readReset(
  deps: ResetDeps,
  token: string,
  now: number,
  reader: DocumentReader = databaseReader,
): Promise<PasswordReset | null> {
  const reset = parseDocument(resetSchema, await reader.get(resetRef(deps, token)));
  return reset && reset.validUntil > now ? reset : null;
}

interface TransferDeps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

const transferSchema = z.pick(transferDocument, { uid: true, sid: true, validUntil: true });

const transferRef = ({ firestore, secrets }: TransferDeps, code: string) =>
  firestore.collection('transfers').doc(secrets.digest('transfer code', code));

/**
 * The code works once, within minutes, and while the calling session is open. Voids earlier codes.
 * `now` and `expiresAt` in epoch ms.
 * @throws MemberGoneError if the calling session has ended
 */
export async function issueTransfer(
  deps: TransferDeps,
  session: Session,
  now: number,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const { uid } = session;
  const code = drawSecretCode(LONG_CODE_LENGTH, draw);
  const expiresAt = now + TRANSFER_CODE_TTL_MS;
  const validUntil = Timestamp.fromMillis(expiresAt);
  const { firestore } = deps;
  await firestore.runTransaction(async (transaction) => {
    await requireOpenSession(firestore, transaction, session, now);
    const earlierCodes = firestore.collection('transfers').where('uid', '==', uid);
    for (const { ref } of (await transaction.get(earlierCodes)).docs) transaction.delete(ref);
    const fields = { uid, sid: session.sid, validUntil, expireAt: validUntil };
    transaction.create(transferRef(deps, code), fields);
  });
  return { code, expiresAt };
}

export async function readTransfer(deps: TransferDeps, code: string): Promise<string | null> {
  return parseDocument(transferSchema, await transferRef(deps, code).get())?.uid ?? null;
}

/** Refuses members who have become staff, and codes whose issuing session has ended. */
export const createTransferClaim =
  (deps: TransferDeps, code: string, now: number): SessionClaim =>
  async (transaction, { staff }) => {
    const reference = transferRef(deps, code);
    const transfer = parseDocument(transferSchema, await transaction.get(reference));
    if (!transfer || transfer.validUntil <= now || staff) return null;
    const issuer = await transaction.get(sessionRef(deps.firestore, transfer));
    if (!isSessionOpen(issuer, transfer.uid, now)) return null;
    return () => transaction.delete(reference);
  };
