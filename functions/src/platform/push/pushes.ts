import { firestoreTime, PUSH_EVENTS } from '@quantalgo/contracts';
import {
  Timestamp,
  type DocumentReference,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';

/** Something that devices are to be told, as Firestore holds it: an outbox, and how far it has come. */
export const pushSchema = z.object({
  event: z.enum([...PUSH_EVENTS, 'test']),
  /** The member whom it concerns; null for a signal, which concerns whoever receives it. */
  uid: z.nullable(z.string()),
  /** What is told: the slot of a signal, the row of the device that is tested. */
  about: z.nullable(z.string()),
  /** From then on nobody is told any more. */
  validUntil: firestoreTime,
  createdAt: firestoreTime,
  /** When a run may take it up; null once there will be none. */
  dueAt: z.nullable(firestoreTime),
  attempts: z.int(),
  /** The last device that a run went about telling: devices up to it are never told again. */
  cursor: z.nullable(z.object({ restsUntil: firestoreTime, id: z.string() })),
  told: z.int(),
  failed: z.int(),
});
export type Push = z.infer<typeof pushSchema>;

/** What is to be told. Times in epoch ms. */
export type PushOrder = Pick<Push, 'event' | 'uid' | 'about' | 'validUntil'>;

/** How long it is kept, for staff to look up what became of it. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

export const pushesIn = (firestore: Firestore) => firestore.collection('pushes');

/** @throws Error where the document is not as expected */
export const pushOf = (document: Parameters<typeof parseDocument>[1]): Push | null =>
  parseDocument(pushSchema, document);

/** Before any time: a push is due as soon as it is written, whatever clock wrote it. */
const AT_ONCE = Timestamp.fromMillis(0);

/** The document of a push that waits to be told. `now` in epoch ms. */
export const pushFields = ({ event, uid, about, validUntil }: PushOrder, now: number) => ({
  event,
  uid,
  about,
  state: 'waiting',
  validUntil: Timestamp.fromMillis(validUntil),
  createdAt: Timestamp.fromMillis(now),
  dueAt: AT_ONCE,
  attempts: 0,
  cursor: null,
  told: 0,
  failed: 0,
  expireAt: Timestamp.fromMillis(now + KEPT_MS),
});

/** Has devices told of what a transaction writes, if it is committed. `now` in epoch ms. */
export function queuePush(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  order: PushOrder,
  now: number,
): DocumentReference {
  const reference = pushesIn(firestore).doc();
  transaction.create(reference, pushFields(order, now));
  return reference;
}
