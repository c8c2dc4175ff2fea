import { createHash } from 'node:crypto';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { PushDevice, Subscription } from '@quantalgo/contracts/push/push';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { pushSubscriptionDocument } from '../../collections/push';
import { newsScopeOf, signalScopeOf } from '../../domain/push/preferences';
import { KEPT_MS } from '../../retention';
import { parseDocument } from '../core/documents';
import { openPack, type PackedDevice } from '../account/pushPacks';

type SubscriptionFields = z.infer<typeof pushSubscriptionDocument>;

/** @property id digest of its endpoint */
export interface StoredSubscription extends SubscriptionFields {
  readonly id: string;
}

/** The id of a subscription's row: one per browser, whoever is signed in there. */
export const subscriptionId = ({ endpoint }: Pick<Subscription, 'endpoint'>): string =>
  createHash('sha256').update(endpoint).digest('hex');

export const subscriptionsIn = (firestore: Firestore) => firestore.collection('pushSubscriptions');

/** @throws Error where the document doesn't match the schema */
export function subscriptionOf(document: DocumentSnapshot): StoredSubscription | null {
  const fields = parseDocument(pushSubscriptionDocument, document);
  return fields && { id: document.id, ...fields };
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

export function subscriptionFields(row: SubscriptionFields) {
  return {
    uid: row.uid,
    sid: row.sid,
    endpoint: row.endpoint,
    keys: row.keys,
    zone: row.zone,
    preferences: row.preferences,
    ...(row.verdicts !== undefined && { verdicts: row.verdicts }),
    pausedUntil: row.pausedUntil === null ? null : timestamp(row.pausedUntil),
    createdAt: timestamp(row.createdAt),
    seenAt: timestamp(row.seenAt),
    expireAt: timestamp(row.seenAt + KEPT_MS.pushSubscriptions),
  };
}

/** A row as packed for delivery. It expires with its session, which ends by itself at `endsAt` (epoch ms). */
export const packedOf = (
  {
    id,
    uid,
    sid,
    endpoint,
    keys,
    zone,
    preferences,
    verdicts,
    pausedUntil,
    seenAt,
  }: StoredSubscription,
  record: UserRecord,
  endsAt: number,
): PackedDevice => ({
  id,
  uid,
  sid,
  endpoint,
  keys,
  zone,
  preferences,
  ...(verdicts !== undefined && { verdicts }),
  pausedUntil,
  signals: signalScopeOf(record),
  news: newsScopeOf(record),
  shownIn: record.zone,
  payout: record.payout,
  stoppedUntil: record.stoppedUntil ?? null,
  until: Math.min(seenAt + KEPT_MS.pushSubscriptions, endsAt),
});

/** The part of a row that its member sees. */
export const toPushDevice = ({
  id,
  preferences,
  verdicts,
  pausedUntil,
}: Pick<StoredSubscription, 'id' | 'preferences' | 'verdicts' | 'pausedUntil'>): PushDevice => ({
  id,
  preferences,
  ...(verdicts !== undefined && { verdicts }),
  pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
});

/** All rows of one member. */
export async function subscriptionsOfMember(
  firestore: Firestore,
  uid: string,
): Promise<StoredSubscription[]> {
  const { docs } = await subscriptionsIn(firestore).where('uid', '==', uid).get();
  return docs.flatMap((document) => subscriptionOf(document) ?? []);
}

/** The ids of all rows of one member, also of those whose sessions were ended together. */
export async function subscriptionIdsOfMember(
  firestore: Firestore,
  uid: string,
): Promise<string[]> {
  const { docs } = await subscriptionsIn(firestore).where('uid', '==', uid).select().get();
  return docs.map(({ id }) => id);
}

/**
 * Reads the subscriptions of a member's sessions, for a transaction that ends these.
 * @returns the function that removes them
 */
export async function openSubscriptionsOfSessions(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  sids: readonly string[],
): Promise<() => void> {
  const isOfThem = (sid: unknown) => sids.some((one) => one === sid);
  // Outside the transaction: rows registered meanwhile are in the pack.
  const { docs } = await subscriptionsIn(firestore).where('uid', '==', uid).get();
  const pack = await openPack(firestore, transaction, uid);
  const packed = pack.devices.filter(({ sid }) => isOfThem(sid)).map(({ id }) => id);
  const own = docs.filter((row) => isOfThem(row.get('sid'))).map(({ id }) => id);
  const references = [...new Set([...own, ...packed])].map((id) =>
    subscriptionsIn(firestore).doc(id),
  );
  const rows = references.length > 0 ? await transaction.getAll(...references) : [];
  return () => {
    for (const row of rows) if (isOfThem(row.get('sid'))) transaction.delete(row.ref);
    pack.write({ remove: packed });
  };
}

/** Removes devices of a member that get no more pushes, row and pack entry together. */
export const removeSubscriptions = (
  firestore: Firestore,
  uid: string,
  ids: readonly string[],
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const references = ids.map((id) => subscriptionsIn(firestore).doc(id));
    const rows = await transaction.getAll(...references);
    const pack = await openPack(firestore, transaction, uid);
    pack.write({ remove: ids });
    // Rows that belong to another member by now stay.
    for (const row of rows) if (row.get('uid') === uid) transaction.delete(row.ref);
  });
