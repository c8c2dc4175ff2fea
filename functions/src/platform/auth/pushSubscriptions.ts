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
import { COLLECTIONS } from '../../collections/collections';
import { parseDocument } from '../core/documents';
import { readMemberPack, type PackedDevice, toRecordFields } from '../account/pushPacks';

type SubscriptionFields = z.infer<typeof pushSubscriptionDocument>;

export interface StoredSubscription extends SubscriptionFields {
  readonly id: string;
}

/** One row per browser, whoever is logged in there. */
export const toSubscriptionId = ({ endpoint }: Pick<Subscription, 'endpoint'>): string =>
  createHash('sha256').update(endpoint).digest('hex');

export const getSubscriptionsCollection = (firestore: Firestore) =>
  firestore.collection('pushSubscriptions');

export function parseSubscription(document: DocumentSnapshot): StoredSubscription | null {
  const fields = parseDocument(pushSubscriptionDocument, document);
  return fields && { id: document.id, ...fields };
}

export function toSubscriptionFields(row: SubscriptionFields) {
  return {
    uid: row.uid,
    sid: row.sid,
    endpoint: row.endpoint,
    keys: row.keys,
    zone: row.zone,
    preferences: row.preferences,
    verdicts: row.verdicts,
    pausedUntil: row.pausedUntil === null ? null : Timestamp.fromMillis(row.pausedUntil),
    createdAt: Timestamp.fromMillis(row.createdAt),
    seenAt: Timestamp.fromMillis(row.seenAt),
    lastShown: row.lastShown,
    expireAt: Timestamp.fromMillis(row.seenAt + COLLECTIONS.pushSubscriptions.retentionMs),
  };
}

/** Expires when its session ends (`endsAt`, epoch ms) at the latest. */
export const toPackedDevice = (
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
  verdicts,
  pausedUntil,
  ...toRecordFields(record),
  until: Math.min(seenAt + COLLECTIONS.pushSubscriptions.retentionMs, endsAt),
});

export const toPushDevice = ({
  id,
  preferences,
  verdicts,
  pausedUntil,
}: Pick<StoredSubscription, 'id' | 'preferences' | 'verdicts' | 'pausedUntil'>): PushDevice => ({
  id,
  preferences,
  verdicts,
  pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
});

export async function readMemberSubscriptions(
  firestore: Firestore,
  uid: string,
): Promise<StoredSubscription[]> {
  const { docs } = await getSubscriptionsCollection(firestore).where('uid', '==', uid).get();
  return docs.flatMap((document) => parseSubscription(document) ?? []);
}

export async function readMemberSubscriptionIds(
  firestore: Firestore,
  uid: string,
): Promise<string[]> {
  const { docs } = await getSubscriptionsCollection(firestore)
    .where('uid', '==', uid)
    .select()
    .get();
  return docs.map(({ id }) => id);
}

export async function prepareSubscriptionRemoval(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  sids: readonly string[],
): Promise<() => void> {
  const isEndedSession = (sid: unknown) => sids.some((endedSid) => endedSid === sid);
  // Read outside the transaction, because rows registered in the meantime are also in the pack.
  const { docs } = await getSubscriptionsCollection(firestore).where('uid', '==', uid).get();
  const pack = await readMemberPack(firestore, transaction, uid);
  const packedIds = pack.devices.filter(({ sid }) => isEndedSession(sid)).map(({ id }) => id);
  const ownIds = docs.filter((row) => isEndedSession(row.get('sid'))).map(({ id }) => id);
  const references = [...new Set([...ownIds, ...packedIds])].map((id) =>
    getSubscriptionsCollection(firestore).doc(id),
  );
  const rows = references.length > 0 ? await transaction.getAll(...references) : [];
  return () => {
    for (const row of rows) if (isEndedSession(row.get('sid'))) transaction.delete(row.ref);
    pack.write({ remove: packedIds });
  };
}

export const deleteSubscription = (firestore: Firestore, uid: string, id: string): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const row = await transaction.get(getSubscriptionsCollection(firestore).doc(id));
    const pack = await readMemberPack(firestore, transaction, uid);
    pack.write({ remove: [id] });
    // The device may have been taken over by another member.
    if (row.get('uid') === uid) transaction.delete(row.ref);
  });
