import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';

/** A call of an idempotent endpoint. */
export interface IdempotentCall {
  readonly uid: string;
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  /** What the call asks for, as text: a key stands for one thing. */
  readonly asks: string;
}

/** A key came again with something else than the first time. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}

/** Keys are remembered longer than any client keeps a call in its outbox. */
const REMEMBERED_MS = 60 * 24 * 60 * 60_000;

const callRef = (firestore: Firestore, { uid, key }: IdempotentCall) =>
  firestore.collection('idempotency').doc(`${uid}_${key}`);

/**
 * Whether the call was applied before.
 * @throws KeyReused when its key stands for another call
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

/** Remembers the call, in the transaction that applies it. */
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
    expireAt: Timestamp.fromMillis(now + REMEMBERED_MS),
  });
}
