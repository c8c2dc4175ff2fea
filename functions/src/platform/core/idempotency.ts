import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { KEPT_MS } from '../../retention';

/** A call of an idempotent endpoint. */
export interface IdempotentCall {
  readonly uid: string;
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  /** The call's content, as text: a key belongs to one content. */
  readonly asks: string;
}

/** A key was reused for a different call. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}

const callRef = (firestore: Firestore, { uid, key }: IdempotentCall) =>
  firestore.collection('idempotency').doc(`${uid}_${key}`);

/**
 * Whether the call was applied before.
 * @throws KeyReused when its key was used for another call
 */
export async function isRepeated(
  firestore: Firestore,
  transaction: Transaction,
  call: IdempotentCall,
): Promise<boolean> {
  const stored = await transaction.get(callRef(firestore, call));
  if (!stored.exists) return false;
  if (stored.get('asks') !== call.asks)
    throw new KeyReused('This request was sent before with other contents');
  return true;
}

/** Stores the call's key, in the transaction that applies it. */
export function rememberCall(
  firestore: Firestore,
  transaction: Transaction,
  call: IdempotentCall,
  now: number,
): void {
  transaction.create(callRef(firestore, call), {
    uid: call.uid,
    asks: call.asks,
    createdAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + KEPT_MS.idempotency),
  });
}
