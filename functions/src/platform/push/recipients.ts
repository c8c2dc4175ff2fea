import { firestoreTime, type Signal, type UserRecord } from '@quantalgo/contracts';
import {
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import type { SignalScope } from '../../domain/pushPreferences';
import type { Clock } from '../core/clock';
import type { Push } from '../core/outbox';
import {
  type StoredSubscription,
  subscriptionOf,
  subscriptionsIn,
  subscriptionsOfMember,
} from '../members/pushSubscriptions';
import { goesOn, sessionRef } from '../members/sessions';
import { userOf, userRef } from '../members/users';

type Cursor = Push['cursor'];

/** Some devices, and how far they reach in an order that stays: null at its end. */
interface SubscriptionPage {
  readonly rows: readonly StoredSubscription[];
  readonly reached: Cursor;
}

/** The next devices after a cursor. */
export type NextSubscriptions = (after: Cursor) => Promise<SubscriptionPage>;

/** Those that receive each audience. */
const RECEIVED_BY: Readonly<Record<Signal['audience'], readonly SignalScope[]>> = {
  basic: ['basic', 'all'],
  'order-flow': ['all'],
};

/** A row that can't be read is passed over: all devices behind it would hear nothing either. */
function readable(document: QueryDocumentSnapshot): StoredSubscription[] {
  try {
    const row = subscriptionOf(document);
    return row ? [row] : [];
  } catch (error) {
    logger.error('A device can’t be told', { reason: String(error) });
    return [];
  }
}

const placeOf = (document: QueryDocumentSnapshot): Cursor => ({
  id: document.id,
  restsUntil: firestoreTime.parse(document.get('restsUntil')),
});

/** The devices that hear a signal and don't rest at its publication, `atOnce` at a time. */
export const subscribersTo =
  (firestore: Firestore, signal: Signal, atOnce: number): NextSubscriptions =>
  async (after) => {
    const query = subscriptionsIn(firestore)
      .where('signals', 'in', RECEIVED_BY[signal.audience])
      .where('restsUntil', '<=', Timestamp.fromMillis(signal.publishedAt))
      .orderBy('restsUntil', 'asc')
      .orderBy(FieldPath.documentId())
      .limit(atOnce);
    const from = after ? query.startAfter(Timestamp.fromMillis(after.restsUntil), after.id) : query;
    const { docs } = await from.get();
    const last = docs.at(-1);
    return { rows: docs.flatMap(readable), reached: last ? placeOf(last) : null };
  };

/**
 * The devices of one member, or one of them, by their ids. One at a time: a run that breaks off leaves out the device
 * alone that it was telling.
 */
export const devicesOfMember =
  (firestore: Firestore, uid: string, only: string | null): NextSubscriptions =>
  async (after) => {
    const rows = await subscriptionsOfMember(firestore, uid);
    const [next] = rows
      .filter(({ id }) => (only === null || id === only) && (after === null || id > after.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return next ? { rows: [next], reached: next } : { rows: [], reached: null };
  };

/** A row whose session goes on, with its member's live record. */
export interface ActiveSubscription {
  readonly row: StoredSubscription;
  readonly record: UserRecord;
}

/**
 * Parts rows by whether their sessions go on. A row never says by itself that it may be told something: sign-out,
 * revocation and deletion hold from the moment on that they are written.
 */
export async function activeSubscriptions(
  { firestore, clock }: { readonly firestore: Firestore; readonly clock: Clock },
  rows: readonly StoredSubscription[],
): Promise<{ live: ActiveSubscription[]; dead: StoredSubscription[] }> {
  if (rows.length === 0) return { live: [], dead: [] };
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  const documents = await firestore.getAll(
    ...uids.map((uid) => userRef(firestore, uid)),
    ...rows.map((row) => sessionRef(firestore, row)),
  );
  const byPath = new Map<string, DocumentSnapshot>(
    documents.map((document) => [document.ref.path, document]),
  );
  const records = new Map(uids.map((uid) => [uid, recordIn(byPath, firestore, uid)]));
  const live: ActiveSubscription[] = [];
  const dead: StoredSubscription[] = [];
  for (const row of rows) {
    const record = records.get(row.uid);
    const session = byPath.get(sessionRef(firestore, row).path);
    if (record && goesOn(session, row.uid, clock())) live.push({ row, record });
    else dead.push(row);
  }
  return { live, dead };
}

function recordIn(
  byPath: ReadonlyMap<string, DocumentSnapshot>,
  firestore: Firestore,
  uid: string,
): UserRecord | null {
  const document = byPath.get(userRef(firestore, uid).path);
  return document ? userOf(document) : null;
}
