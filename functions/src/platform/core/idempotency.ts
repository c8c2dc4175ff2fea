import type { EndpointName } from '@quantalgo/contracts/endpoints';
import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { KEPT_MS } from '../../retention';
import { sha256 } from '../../domain/core/sha256';

/** A call of an idempotent endpoint. */
export interface IdempotentCall {
  readonly uid: string;
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  /** Digest of the call's content, as a key belongs to one content; the content itself is stored only once. */
  readonly asks: string;
}

/**
 * A call of the endpoint `name`; null where an optional key was left out.
 * @param content all that makes it another call, as JSON
 */
export function idempotentCall<K extends string | null>(
  uid: string,
  key: K,
  name: EndpointName,
  ...content: readonly unknown[]
): K extends string ? IdempotentCall : IdempotentCall | null;

export function idempotentCall(
  uid: string,
  key: string | null,
  name: EndpointName,
  ...content: readonly unknown[]
): IdempotentCall | null {
  return key === null ? null : { uid, key, asks: sha256(JSON.stringify([name, ...content])) };
}

/** A key was reused for a different call. */
export class KeyReusedError extends Error {
  override readonly name = 'KeyReusedError';
}

const callRef = (firestore: Firestore, { uid, key }: IdempotentCall) =>
  firestore.collection('idempotency').doc(`${uid}_${key}`);

/**
 * Whether the call was applied before; one without a key (null) never was.
 * @throws KeyReusedError when its key was used for another call
 */
export async function isRepeated(
  firestore: Firestore,
  transaction: Transaction,
  call: IdempotentCall | null,
): Promise<boolean> {
  if (!call) return false;
  const stored = await transaction.get(callRef(firestore, call));
  if (!stored.exists) return false;
  if (stored.get('asks') !== call.asks)
    throw new KeyReusedError('This request was sent before with other contents');
  return true;
}

/** Stores the call's key, if it has one, in the transaction that applies it, with the document of the submission that it entered. */
export function rememberCall(
  firestore: Firestore,
  transaction: Transaction,
  call: IdempotentCall | null,
  now: number,
  submitted?: { readonly collection: 'proofs' | 'setups' | 'pictures'; readonly id: string },
): void {
  if (!call) return;
  transaction.create(callRef(firestore, call), {
    uid: call.uid,
    asks: call.asks,
    ...(submitted && { submitted }),
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + KEPT_MS.idempotency),
  });
}
