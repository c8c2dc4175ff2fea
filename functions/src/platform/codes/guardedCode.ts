import { firestoreTime } from '@quantalgo/contracts';
import {
  Timestamp,
  type DocumentReference,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { judgeTry, type GuardedCode, type TryVerdict } from '../../domain/codes';
import { parseDocument } from '../parseDocument';

const schema = z.object({
  digest: z.nullable(z.string()),
  validUntil: firestoreTime,
  tries: z.int(),
  triesUntil: firestoreTime,
});

/** A guarded code as its document holds it, with the time from which the document may be deleted. */
export const guardedFields = ({ digest, validUntil, tries, triesUntil }: GuardedCode) => ({
  digest,
  tries,
  validUntil: Timestamp.fromMillis(validUntil),
  triesUntil: Timestamp.fromMillis(triesUntil),
  expireAt: Timestamp.fromMillis(Math.max(validUntil, triesUntil)),
});

/** What else a right code changes: reads first, and gives the writes that belong to it. */
export type OnRight = (transaction: Transaction) => Promise<() => void>;

/**
 * Tries a code against a document, whether it exists or not. The try is counted in the transaction that compares, so
 * that guesses made at once all count, and a right code opens once.
 */
export async function tryCode(
  firestore: Firestore,
  reference: DocumentReference,
  { digest, now, validMs }: { digest: string; now: number; validMs: number },
  onRight?: OnRight,
): Promise<TryVerdict> {
  return firestore.runTransaction(async (transaction) => {
    const stored = parseDocument(schema, await transaction.get(reference));
    const { verdict, next } = judgeTry(stored, digest, now, validMs);
    const write = verdict === 'right' ? await onRight?.(transaction) : undefined;
    transaction.set(reference, guardedFields(next), { merge: true });
    write?.();
    return verdict;
  });
}
