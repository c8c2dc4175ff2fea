import { getEntryTime, type Signal } from '@quantalgo/contracts/signals/signal';
import {
  type DocumentReference,
  type Firestore,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { broadcastDocument, pushDocument } from '../../collections/push';
import { MEMBER_NOTIFICATIONS } from '../../domain/notifications/memberNotifications';
import { ALL_KEYS } from '../../domain/push/delivery';
import type { TemplateName } from '../../domain/email/templates';
import { COLLECTIONS } from '../../collections/collections';
import { parseDocument } from './documents';
import type { Sealer } from './secrets';

export interface EmailOrder {
  readonly template: TemplateName;
  readonly to: string;
  /** The member concerned, if `to` isn't their address or won't be for long. */
  readonly uid?: string;
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * Secret parameters by {@link sealParameters}, stored until the email is delivered or dropped.
   */
  readonly sealed?: string;
  /** Epoch ms from which the email is useless. */
  readonly validUntil?: number;
}

type AtomicWriter = WriteBatch | Transaction;

/** Only functions that deliver emails can open them. */
export const sealParameters = (
  { mailSecrets }: { readonly mailSecrets: Sealer },
  parameters: Readonly<Record<string, string>>,
): string => mailSecrets.seal(JSON.stringify(parameters));

/** Needs no key, because secret parameters are already sealed. */
export function queueEmail(
  { firestore }: { readonly firestore: Firestore },
  writer: AtomicWriter,
  order: EmailOrder,
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
    expireAt: Timestamp.fromMillis(now + COLLECTIONS.mail.retentionMs),
  });
}

const pushSchema = z.omit(pushDocument, { state: true });

export type Push = z.infer<typeof pushSchema>;

/** `validUntil` defaults to the event's own TTL. */
export type PushOrder = Pick<Push, 'event' | 'uid'> & Partial<Pick<Push, 'about' | 'validUntil'>>;

export const getPushesCollection = (firestore: Firestore) => firestore.collection('pushes');

export const parsePush = (document: Parameters<typeof parseDocument>[1]): Push | null =>
  parseDocument(pushSchema, document);

/** Due immediately, even if clocks differ. */
const DUE_IMMEDIATELY = Timestamp.fromMillis(0);

const toWaitingFields = (validUntil: number, now: number, retentionMs: number) => ({
  state: 'waiting',
  validUntil: Timestamp.fromMillis(validUntil),
  createdAt: Timestamp.fromMillis(now),
  dueAt: DUE_IMMEDIATELY,
  attempts: 0,
  sent: 0,
  failed: 0,
  expireAt: Timestamp.fromMillis(now + retentionMs),
});

export function toPushFields(order: PushOrder, now: number) {
  const { event, uid, about = null } = order;
  const { validUntil = now + MEMBER_NOTIFICATIONS[event].ttlMs } = order;
  const waiting = toWaitingFields(validUntil, now, COLLECTIONS.pushes.retentionMs);
  return { event, uid, about, cursor: null, ...waiting };
}

export function queuePush(
  firestore: Firestore,
  writer: AtomicWriter,
  order: PushOrder,
  now: number,
): DocumentReference {
  const reference = getPushesCollection(firestore).doc();
  writer.create(reference, toPushFields(order, now));
  return reference;
}

const broadcastSchema = z.omit(broadcastDocument, { state: true });

/** Times in epoch ms. */
export type Broadcast = z.infer<typeof broadcastSchema>;

export const getBroadcastsCollection = (firestore: Firestore) => firestore.collection('broadcasts');

export const parseBroadcast = (document: Parameters<typeof parseDocument>[1]): Broadcast | null =>
  parseDocument(broadcastSchema, document);

type BroadcastOrder = Pick<Broadcast, 'event' | 'signal' | 'news' | 'validUntil' | 'from' | 'to'>;

/** `from` and `to` are members' keys. Times in epoch ms. */
export const toBroadcastFields = (
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
  ...toWaitingFields(validUntil, now, COLLECTIONS.broadcasts.retentionMs),
});

export const toSignalOrder = ({
  signal,
  validUntil,
}: Pick<Broadcast, 'signal' | 'validUntil'>): BroadcastOrder => ({
  event: 'signal',
  signal,
  news: null,
  validUntil,
  ...ALL_KEYS,
});

export function queueSignal(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  order: Pick<Broadcast, 'signal' | 'validUntil'>,
  now: number,
): void {
  const fields = toBroadcastFields(toSignalOrder(order), now);
  transaction.create(getBroadcastsCollection(firestore).doc(order.signal), fields);
}

/** An older outcome isn't worth a notification. */
const OUTCOME_PUSH_TTL_MS = 30 * 60_000;

/** By then, the signal can no longer be entered. */
const NO_GO_PUSH_TTL_MS = 2 * 60_000;

export function queueNoGo(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  { id: signal, createdAt }: Pick<Signal, 'id' | 'createdAt'>,
  now: number,
): void {
  const validUntil = getEntryTime({ createdAt }) + NO_GO_PUSH_TTL_MS;
  const order = { event: 'no-go', signal, news: null, validUntil } as const;
  const fields = toBroadcastFields({ ...order, ...ALL_KEYS }, now);
  transaction.create(getBroadcastsCollection(firestore).doc(`${signal}-no-go`), fields);
}

export function queueOutcome(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  signal: string,
  now: number,
): void {
  const validUntil = now + OUTCOME_PUSH_TTL_MS;
  const order = { event: 'outcome', signal, news: null, validUntil } as const;
  const fields = toBroadcastFields({ ...order, ...ALL_KEYS }, now);
  transaction.create(getBroadcastsCollection(firestore).doc(`${signal}-outcome`), fields);
}
