import { timingSafeEqual } from 'node:crypto';
import {
  DEFAULT_PUSH,
  type PushPreferences,
  type Subscription,
  type UserRecord,
} from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { signalScopeOf } from '../../domain/pushPreferences';
import { memberIn } from '../members/users';
import {
  subscriptionFields,
  subscriptionId,
  subscriptionOf,
  subscriptionsIn,
  type StoredSubscription,
} from '../members/pushSubscriptions';

/** A member has so many devices told; of more, those whose app was opened longest ago go. */
const DEVICES_AT_MOST = 10;

/** A row whose app is opened again is noted once in this time (ms). */
const NOTED_EVERY_MS = 24 * 60 * 60_000;

interface Session {
  readonly uid: string;
  readonly sid: string;
}

/** A subscription of a session's device. */
export interface Registering {
  readonly session: Session;
  readonly subscription: Subscription;
  readonly zone: string;
  /** Endpoint of the subscription that the device had before. */
  readonly replaces: string | undefined;
}

/** Whether two subscriptions hold the same secret, which their browser and this server alone know. */
const isSameSecret = (one: Pick<Subscription, 'keys'>, other: Pick<Subscription, 'keys'>) => {
  const [a, b] = [Buffer.from(one.keys.auth), Buffer.from(other.keys.auth)];
  return a.length === b.length && timingSafeEqual(a, b);
};

interface Found {
  readonly record: UserRecord;
  readonly own: readonly StoredSubscription[];
  /** The row of this very subscription, whoever's it is. */
  readonly same: StoredSubscription | null;
  /** The member's row whose place it takes. */
  readonly before: StoredSubscription | null;
}

async function find(
  firestore: Firestore,
  transaction: Transaction,
  { session, subscription, replaces }: Registering,
): Promise<Found> {
  const record = await memberIn(firestore, transaction, session.uid);
  const same = subscriptionOf(
    await transaction.get(subscriptionsIn(firestore).doc(subscriptionId(subscription))),
  );
  const rows = await transaction.get(subscriptionsIn(firestore).where('uid', '==', session.uid));
  const own = rows.docs.flatMap((document) => subscriptionOf(document) ?? []);
  const replaced = replaces === undefined ? null : subscriptionId({ endpoint: replaces });
  const before = own.find(({ id }) => id === replaced && id !== same?.id) ?? null;
  return { record, own, same, before };
}

/** What is kept of the rows that a subscription follows, and what is new. */
function registered(
  { record, same, before }: Found,
  { session, subscription, zone }: Registering,
  now: number,
): StoredSubscription {
  const former = same?.uid === session.uid ? same : before;
  const preferences = former?.preferences ?? DEFAULT_PUSH;
  return {
    id: subscriptionId(subscription),
    uid: session.uid,
    sid: session.sid,
    endpoint: subscription.endpoint,
    keys: subscription.keys,
    zone,
    preferences,
    pausedUntil: former?.pausedUntil ?? null,
    signals: signalScopeOf(record, preferences),
    restsUntil: 0,
    today: former?.today ?? { day: '', told: 0 },
    createdAt: former?.createdAt ?? now,
    seenAt: now,
  };
}

/** True where a row says already what it would say anew, and not too long ago. */
const isUpToDate = (same: StoredSubscription, row: StoredSubscription, now: number): boolean =>
  same.uid === row.uid &&
  same.sid === row.sid &&
  same.zone === row.zone &&
  same.signals === row.signals &&
  isSameSecret(same, row) &&
  same.keys.p256dh === row.keys.p256dh &&
  now - same.seenAt < NOTED_EVERY_MS;

/**
 * Has the device of a session told by push. The same again keeps what it was told to keep.
 * @param now epoch ms
 * @returns `taken` where the endpoint is another member's and the caller doesn't know its secret
 * @throws MemberGone
 */
export async function registerSubscription(
  firestore: Firestore,
  given: Registering,
  now: number,
): Promise<StoredSubscription | 'taken'> {
  return firestore.runTransaction(async (transaction) => {
    const found = await find(firestore, transaction, given);
    const { own, same, before } = found;
    if (same && !isSameSecret(same, given.subscription)) return 'taken';
    const row = registered(found, given, now);
    if (same && !before && isUpToDate(same, row, now)) return same;
    const others = own.filter(({ id }) => id !== row.id && id !== before?.id);
    const oldestFirst = others.sort((a, b) => a.seenAt - b.seenAt);
    const tooMany = oldestFirst.slice(0, Math.max(0, others.length + 1 - DEVICES_AT_MOST));
    for (const { id } of before ? [before, ...tooMany] : tooMany)
      transaction.delete(subscriptionsIn(firestore).doc(id));
    transaction.set(subscriptionsIn(firestore).doc(row.id), subscriptionFields(row, now));
    return row;
  });
}

/** What a member changes of a device; what is not named stays. `pausedUntil` in epoch ms. */
export interface PushChange {
  readonly preferences?: PushPreferences | undefined;
  readonly pausedUntil?: number | null | undefined;
}

/**
 * Changes what a member's device is told.
 * @returns null where they have no such device
 * @throws MemberGone
 */
export async function changeSubscription(
  firestore: Firestore,
  { id, uid }: Pick<StoredSubscription, 'id' | 'uid'>,
  { preferences, pausedUntil }: PushChange,
  now: number,
): Promise<StoredSubscription | null> {
  const reference = subscriptionsIn(firestore).doc(id);
  return firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    const row = subscriptionOf(await transaction.get(reference));
    if (row?.uid !== uid) return null;
    const wanted = preferences ?? row.preferences;
    const changed: StoredSubscription = {
      ...row,
      preferences: wanted,
      pausedUntil: pausedUntil === undefined ? row.pausedUntil : pausedUntil,
      signals: signalScopeOf(record, wanted),
    };
    transaction.set(reference, subscriptionFields(changed, now));
    return changed;
  });
}

/** Whether the member has this device told by push. */
export async function ownsSubscription(
  firestore: Firestore,
  { id, uid }: Pick<StoredSubscription, 'id' | 'uid'>,
) {
  return subscriptionOf(await subscriptionsIn(firestore).doc(id).get())?.uid === uid;
}

/** Has a member's device told nothing any more; one that is not theirs stays. */
export async function removeSubscription(
  firestore: Firestore,
  row: Pick<StoredSubscription, 'id' | 'uid'>,
): Promise<boolean> {
  const owned = await ownsSubscription(firestore, row);
  if (owned) await subscriptionsIn(firestore).doc(row.id).delete();
  return owned;
}

/**
 * Puts a subscription that a browser made anew in the place of the one before, whose secret proves that the same browser
 * asks.
 * @returns false where there is none before, or the secret is another
 */
export async function moveSubscription(
  firestore: Firestore,
  { before, after }: { readonly before: Subscription; readonly after: Subscription },
  now: number,
): Promise<boolean> {
  const [from, to] = [before, after].map((one) =>
    subscriptionsIn(firestore).doc(subscriptionId(one)),
  );
  if (!from || !to) return false;
  return firestore.runTransaction(async (transaction) => {
    const [row, there] = (await transaction.getAll(from, to)).map(subscriptionOf);
    if (!row || !isSameSecret(row, before) || (there && !isSameSecret(there, after))) return false;
    transaction.delete(from);
    const { endpoint, keys } = after;
    transaction.set(to, subscriptionFields({ ...row, endpoint, keys, seenAt: now }, now));
    return true;
  });
}
