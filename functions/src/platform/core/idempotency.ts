import type { EndpointName } from '@quantalgo/contracts/allEndpoints';
import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { COLLECTIONS } from '../../collections/collections';
import { sha256 } from '../../domain/core/sha256';

export interface IdempotentCall {
  readonly uid: string;
  /** From the `Idempotency-Key` header. */
  readonly key: string;
  /** Digest of the call's content, because a key must not be reused for other content. */
  readonly contentDigest: string;
}

/** @param content everything that distinguishes the call, serialisable as JSON */
export function createIdempotentCall<K extends string | null>(
  uid: string,
  key: K,
  name: EndpointName,
  ...content: readonly unknown[]
): K extends string ? IdempotentCall : IdempotentCall | null;

export function createIdempotentCall(
  uid: string,
  key: string | null,
  name: EndpointName,
  ...content: readonly unknown[]
): IdempotentCall | null {
  if (key === null) return null;
  return { uid, key, contentDigest: sha256(JSON.stringify([name, ...content])) };
}

export class KeyReusedError extends Error {
  override readonly name = 'KeyReusedError';
}

const callRef = (firestore: Firestore, { uid, key }: IdempotentCall) =>
  firestore.collection('idempotency').doc(`${uid}_${key}`);

export async function wasCallApplied(
  firestore: Firestore,
  transaction: Transaction,
  call: IdempotentCall | null,
): Promise<boolean> {
  if (!call) return false;
  const stored = await transaction.get(callRef(firestore, call));
  if (!stored.exists) return false;
  if (stored.get('contentDigest') !== call.contentDigest)
    throw new KeyReusedError('This request was already sent with different content');
  return true;
}

/** Must run in the transaction that applies the call. */
export function rememberCall(
  firestore: Firestore,
  transaction: Transaction,
  call: IdempotentCall | null,
  now: number,
  submission?: { readonly collection: 'proofs' | 'setups' | 'pictures'; readonly id: string },
): void {
  if (!call) return;
  transaction.create(callRef(firestore, call), {
    uid: call.uid,
    contentDigest: call.contentDigest,
    ...(submission && { submitted: submission }),
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + COLLECTIONS.idempotency.retentionMs),
  });
}
