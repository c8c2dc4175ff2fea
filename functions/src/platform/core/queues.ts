import {
  type DocumentReference,
  type Firestore,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { broadcastDocument, pushDocument } from '../../collections/push';
import { ALL_KEYS } from '../../domain/push/delivery';
import type { TemplateName } from '../../domain/email/templates';
import { KEPT_MS } from '../../retention';
import { parseDocument } from './documents';
import type { Sealer } from './secrets';

/** A mail to be sent. */
export interface MailOrder {
  readonly template: TemplateName;
  readonly to: string;
  /** The member whom it concerns, where `to` isn't their address or won't be for long. */
  readonly uid?: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Further parameters by {@link sealParameters}, stored only until the mail is delivered or given up. */
  readonly sealed?: string;
  /** Epoch ms from which the mail would be useless. */
  readonly validUntil?: number;
}

/** The atomic write that the mail is part of. */
type Writer = WriteBatch | Transaction;

/** Seals secret parameters of a mail (codes and tokens) so that only its delivery can read them. */
export const sealParameters = (
  { mailSecrets }: { readonly mailSecrets: Sealer },
  parameters: Readonly<Record<string, string>>,
): string => mailSecrets.seal(JSON.stringify(parameters));

/** Queues a mail, together with the writer's other writes. It needs no key: secret parameters come sealed. */
export function queueMail(
  { firestore }: { readonly firestore: Firestore },
  writer: Writer,
  order: MailOrder,
  now: number,
): void {
  const { template, to, uid = null, parameters, sealed = null, validUntil } = order;
  writer.create(firestore.collection('mail').doc(), {
    template,
    to,
    uid,
    parameters,
    sealed,
    state: 'waiting',
    attempts: 0,
    dueAt: Timestamp.fromMillis(now),
    validUntil: validUntil === undefined ? null : Timestamp.fromMillis(validUntil),
    problem: null,
    createdAt: Timestamp.fromMillis(now),
    updatedAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + KEPT_MS.mail),
  });
}

const pushSchema = z.omit(pushDocument, { state: true });

/** A push to be delivered to one member's devices. Times in epoch ms. */
export type Push = z.infer<typeof pushSchema>;

/** A push to be queued. Times in epoch ms. */
export type PushOrder = Pick<Push, 'event' | 'uid' | 'about' | 'validUntil'>;

export const pushesIn = (firestore: Firestore) => firestore.collection('pushes');

/** @throws Error where the document doesn't match its schema */
export const pushOf = (document: Parameters<typeof parseDocument>[1]): Push | null =>
  parseDocument(pushSchema, document);

/** Earlier than any clock: a push is due as soon as it is written, even where clocks differ. */
const DUE_IMMEDIATELY = Timestamp.fromMillis(0);

/** The initial fields of every push. Times in epoch ms. */
const waitingFields = (validUntil: number, now: number, keptMs: number) => ({
  state: 'waiting',
  validUntil: Timestamp.fromMillis(validUntil),
  createdAt: Timestamp.fromMillis(now),
  dueAt: DUE_IMMEDIATELY,
  attempts: 0,
  sent: 0,
  failed: 0,
  expireAt: Timestamp.fromMillis(now + keptMs),
});

/** The document of a queued push. `now` in epoch ms. */
export const pushFields = ({ event, uid, about, validUntil }: PushOrder, now: number) => ({
  event,
  uid,
  about,
  cursor: null,
  ...waitingFields(validUntil, now, KEPT_MS.pushes),
});

/** Queues a push to a member's devices in a batch or transaction: it is sent if that is committed. `now` in epoch ms. */
export function queuePush(
  firestore: Firestore,
  writer: Writer,
  order: PushOrder,
  now: number,
): DocumentReference {
  const reference = pushesIn(firestore).doc();
  writer.create(reference, pushFields(order, now));
  return reference;
}

const broadcastSchema = z.omit(broadcastDocument, { state: true });

/** Something to be sent to the devices of a range of members. Times in epoch ms. */
export type Broadcast = z.infer<typeof broadcastSchema>;

export const broadcastsIn = (firestore: Firestore) => firestore.collection('broadcasts');

/** @throws Error where the document doesn't match its schema */
export const broadcastOf = (document: Parameters<typeof parseDocument>[1]): Broadcast | null =>
  parseDocument(broadcastSchema, document);

type BroadcastOrder = Pick<Broadcast, 'event' | 'signal' | 'news' | 'validUntil' | 'from' | 'to'>;

/** The document of a broadcast to a range of members' keys. Times in epoch ms. */
export const broadcastFields = (
  { event, signal, news, validUntil, from, to }: BroadcastOrder,
  now: number,
) => ({
  event,
  signal,
  news,
  from,
  to,
  reached: from,
  shards: null,
  ...waitingFields(validUntil, now, KEPT_MS.broadcasts),
});

/** A new signal, to be sent to all devices that hear it. */
export const signalOrder = ({
  signal,
  validUntil,
}: Pick<Broadcast, 'signal' | 'validUntil'>): BroadcastOrder => ({
  event: 'signal',
  signal,
  news: null,
  validUntil,
  ...ALL_KEYS,
});

/** Queues a slot's signal for all its subscribers, once, if the transaction is committed. Times in epoch ms. */
export function queueSignal(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  order: Pick<Broadcast, 'signal' | 'validUntil'>,
  now: number,
): void {
  const fields = broadcastFields(signalOrder(order), now);
  transaction.create(broadcastsIn(firestore).doc(order.signal), fields);
}

/** Time to live (ms) of an outcome push: later, the member knows the outcome or no longer waits for it. */
const OUTCOME_PUSH_VALID_MS = 30 * 60_000;

/** Time to live (ms) of a "no go" push: later after the entry, nobody enters any more. */
const NO_GO_PUSH_VALID_MS = 2 * 60_000;

/** Queues for every device that was sent a signal that it is a "no go", once, if the transaction is committed. `now` in epoch ms. */
export function queueNoGo(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  { id: signal, expiresAt }: { readonly id: string; readonly expiresAt: number },
  now: number,
): void {
  const validUntil = expiresAt + NO_GO_PUSH_VALID_MS;
  const order = { event: 'no-go', signal, news: null, validUntil } as const;
  const fields = broadcastFields({ ...order, ...ALL_KEYS }, now);
  transaction.create(broadcastsIn(firestore).doc(`${signal}-no-go`), fields);
}

/** Queues for every device that was sent a signal how it ended, once, if the transaction is committed. Times in epoch ms. */
export function queueOutcome(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  signal: string,
  now: number,
): void {
  const validUntil = now + OUTCOME_PUSH_VALID_MS;
  const order = { event: 'outcome', signal, news: null, validUntil } as const;
  const fields = broadcastFields({ ...order, ...ALL_KEYS }, now);
  transaction.create(broadcastsIn(firestore).doc(`${signal}-outcome`), fields);
}
