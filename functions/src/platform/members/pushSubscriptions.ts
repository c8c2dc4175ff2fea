import { createHash } from 'node:crypto';
import type { PushDevice, Subscription } from '@quantalgo/contracts';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { pushSubscriptionDocument } from '../../documents';
import { restsUntil } from '../../domain/pushPreferences';
import { parseDocument } from '../core/documents';

type SubscriptionFields = z.infer<typeof pushSubscriptionDocument>;

/** @property id the digest of its endpoint */
export interface StoredSubscription extends SubscriptionFields {
  readonly id: string;
}

/** Kept this long after its app was last opened. */
const KEPT_MS = 60 * 24 * 60 * 60_000;

/** Names the row of a subscription: one browser's, whoever is signed in there. */
export const subscriptionId = ({ endpoint }: Pick<Subscription, 'endpoint'>): string =>
  createHash('sha256').update(endpoint).digest('hex');

export const subscriptionsIn = (firestore: Firestore) => firestore.collection('pushSubscriptions');

/** @throws Error where the document is not as expected */
export function subscriptionOf(document: DocumentSnapshot): StoredSubscription | null {
  const fields = parseDocument(pushSubscriptionDocument, document);
  return fields && { id: document.id, ...fields };
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

/** The document of a row at `now` (epoch ms), by which it rests as its preferences say. */
export function subscriptionFields(row: Omit<SubscriptionFields, 'restsUntil'>, now: number) {
  return {
    uid: row.uid,
    sid: row.sid,
    endpoint: row.endpoint,
    keys: row.keys,
    zone: row.zone,
    preferences: row.preferences,
    pausedUntil: row.pausedUntil === null ? null : timestamp(row.pausedUntil),
    signals: row.signals,
    restsUntil: timestamp(restsUntil(row, now)),
    today: row.today,
    createdAt: timestamp(row.createdAt),
    seenAt: timestamp(row.seenAt),
    expireAt: timestamp(row.seenAt + KEPT_MS),
  };
}

/** What its member sees of a row. */
export const toPushDevice = ({
  id,
  preferences,
  pausedUntil,
}: Pick<StoredSubscription, 'id' | 'preferences' | 'pausedUntil'>): PushDevice => ({
  id,
  preferences,
  pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
});

/** The rows of one member. */
export async function subscriptionsOfMember(
  firestore: Firestore,
  uid: string,
): Promise<StoredSubscription[]> {
  const { docs } = await subscriptionsIn(firestore).where('uid', '==', uid).get();
  return docs.flatMap((document) => subscriptionOf(document) ?? []);
}

/** Has the device of a session told nothing more. What a crash leaves is found dead when it would be told. */
export async function removeSubscriptionsOfSession(
  firestore: Firestore,
  { uid, sid }: { readonly uid: string; readonly sid: string },
): Promise<void> {
  const rows = await subscriptionsOfMember(firestore, uid);
  const own = rows.filter((row) => row.sid === sid);
  await Promise.all(own.map(({ id }) => subscriptionsIn(firestore).doc(id).delete()));
}
