import { timingSafeEqual } from 'node:crypto';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import {
  DEFAULT_PUSH,
  type ListedPush,
  type PushPreferences,
  type Subscription,
} from '@quantalgo/contracts/push/push';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { type MemberPack, openPack } from '../account/pushPacks';
import { callerEnd, openIn, sessionRef } from '../auth/sessions';
import { memberIn } from '../account/users';
import {
  packedOf,
  removeSubscriptions,
  subscriptionFields,
  subscriptionId,
  subscriptionIdsOfMember,
  subscriptionOf,
  subscriptionsOfMember,
  toPushDevice,
  subscriptionsIn,
  type StoredSubscription,
} from '../auth/pushSubscriptions';

/** Devices per member that get pushes; beyond that, those whose app was opened longest ago are removed. */
const MAX_DEVICES = 10;

/** How often (ms) a row's `seenAt` is updated at most. */
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
  /** Endpoint of the device's former subscription. */
  readonly replaces: string | undefined;
}

/** Whether two subscriptions have the same secret, which only their browser and this server know. */
const isSameSecret = (one: Pick<Subscription, 'keys'>, other: Pick<Subscription, 'keys'>) => {
  const [a, b] = [Buffer.from(one.keys.auth), Buffer.from(other.keys.auth)];
  return a.length === b.length && timingSafeEqual(a, b);
};

interface Found {
  readonly record: UserRecord;
  readonly pack: MemberPack;
  /** When the session expires (epoch ms). */
  readonly endsAt: number;
  readonly own: readonly StoredSubscription[];
  /** The row of this subscription, whoever owns it. */
  readonly same: StoredSubscription | null;
  /** The member's row that it replaces. */
  readonly before: StoredSubscription | null;
}

/**
 * What a registration goes by. `known` are ids of the member's rows from before the transaction; `now` in epoch ms.
 * @throws MemberGoneError, also where the session ended while the call was under way
 */
async function find(
  firestore: Firestore,
  transaction: Transaction,
  { session, subscription, replaces }: Registering,
  { known, now }: { readonly known: readonly string[]; readonly now: number },
): Promise<Found> {
  const record = await memberIn(firestore, transaction, session.uid);
  const endsAt = await callerEnd(firestore, transaction, session, now);
  const pack = await openPack(firestore, transaction, session.uid);
  const id = subscriptionId(subscription);
  const replaced = replaces === undefined ? null : subscriptionId({ endpoint: replaces });
  const packed = pack.devices.map((device) => device.id);
  const ids = [...new Set([id, ...(replaced === null ? [] : [replaced]), ...packed, ...known])];
  const documents = await transaction.getAll(
    ...ids.map((one) => subscriptionsIn(firestore).doc(one)),
  );
  const rows = documents.flatMap((document) => subscriptionOf(document) ?? []);
  const same = rows.find((row) => row.id === id) ?? null;
  const own = rows.filter(({ uid }) => uid === session.uid);
  const before = own.find((row) => row.id === replaced && row.id !== id) ?? null;
  return { record, pack, endsAt, own, same, before };
}

/** A device that is new was not asked yet; one that was set before there were verdicts keeps all. */
const verdictsOf = (former: StoredSubscription | null): Pick<StoredSubscription, 'verdicts'> => {
  if (!former) return { verdicts: null };
  return former.verdicts === undefined ? {} : { verdicts: former.verdicts };
};

/** The new row: settings of the row that it replaces, and the new fields. */
function registered(
  { same, before }: Found,
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
    ...verdictsOf(former),
    pausedUntil: former?.pausedUntil ?? null,
    createdAt: former?.createdAt ?? now,
    seenAt: now,
  };
}

/** True where the row needs no update. */
const isUpToDate = (same: StoredSubscription, row: StoredSubscription, now: number): boolean =>
  same.uid === row.uid &&
  same.sid === row.sid &&
  same.zone === row.zone &&
  isSameSecret(same, row) &&
  same.keys.p256dh === row.keys.p256dh &&
  now - same.seenAt < NOTED_EVERY_MS;

/** Removes the row of the member who used this browser before, where the secret proves that it is the same browser. */
async function takeOver(firestore: Firestore, { session, subscription }: Registering) {
  const document = await subscriptionsIn(firestore).doc(subscriptionId(subscription)).get();
  const same = subscriptionOf(document);
  if (same && same.uid !== session.uid && isSameSecret(same, subscription))
    await removeSubscriptions(firestore, same.uid, [same.id]);
}

/**
 * Registers the device of a session for push. A repeated registration keeps the device's settings.
 * @param now epoch ms
 * @returns `taken` where the endpoint is another member's and the caller doesn't know its secret
 * @throws MemberGoneError, also where the session ended while the call was under way
 */
export async function registerSubscription(
  firestore: Firestore,
  given: Registering,
  now: number,
): Promise<StoredSubscription | 'taken'> {
  // Outside the transaction, where it would lock out all members who register in the same moment; rows that are written
  // meanwhile are in the pack.
  const [known] = await Promise.all([
    subscriptionIdsOfMember(firestore, given.session.uid),
    takeOver(firestore, given),
  ]);
  return firestore.runTransaction(async (transaction) => {
    const found = await find(firestore, transaction, given, { known, now });
    const { own, same, before, pack, record, endsAt } = found;
    const isOthers = same && same.uid !== given.session.uid;
    if (same && (isOthers || !isSameSecret(same, given.subscription))) return 'taken';
    const row = registered(found, given, now);
    const isPacked = pack.devices.some(({ id, sid }) => id === row.id && sid === row.sid);
    if (same && !before && isPacked && isUpToDate(same, row, now)) return same;
    const others = own.filter(({ id }) => id !== row.id && id !== before?.id);
    const oldestFirst = others.sort((a, b) => a.seenAt - b.seenAt);
    const tooMany = oldestFirst.slice(0, Math.max(0, others.length + 1 - MAX_DEVICES));
    const removed = (before ? [before, ...tooMany] : tooMany).map(({ id }) => id);
    for (const id of removed) transaction.delete(subscriptionsIn(firestore).doc(id));
    transaction.set(subscriptionsIn(firestore).doc(row.id), subscriptionFields(row));
    pack.write({ put: [packedOf(row, record, endsAt)], remove: removed });
    return row;
  });
}

/** A member's change to a device; absent fields stay. `pausedUntil` in epoch ms. */
export interface PushChange {
  readonly preferences?: PushPreferences | undefined;
  readonly pausedUntil?: number | null | undefined;
  readonly verdicts?: readonly VerdictName[] | undefined;
}

/**
 * Changes the settings of a member's device.
 * @returns null where they have no such device
 * @throws MemberGoneError
 */
export async function changeSubscription(
  firestore: Firestore,
  { id, uid }: Pick<StoredSubscription, 'id' | 'uid'>,
  { preferences, pausedUntil, verdicts }: PushChange,
): Promise<StoredSubscription | null> {
  const reference = subscriptionsIn(firestore).doc(id);
  return firestore.runTransaction(async (transaction) => {
    const record = await memberIn(firestore, transaction, uid);
    const row = subscriptionOf(await transaction.get(reference));
    const pack = await openPack(firestore, transaction, uid);
    if (row?.uid !== uid) return null;
    const changed: StoredSubscription = {
      ...row,
      preferences: preferences ?? row.preferences,
      pausedUntil: pausedUntil === undefined ? row.pausedUntil : pausedUntil,
      ...(verdicts && { verdicts: [...verdicts] }),
    };
    transaction.set(reference, subscriptionFields(changed));
    // A device that isn't packed gets no pushes: its session has ended.
    const packed = pack.devices.filter((device) => device.id === id);
    pack.write({ put: packed.map(({ until }) => packedOf(changed, record, until)) });
    return changed;
  });
}

const UNNAMED = { browser: 'Unknown browser', platform: 'Unknown device' };

/** A member's devices with push whose sessions are open at `now` (epoch ms); the calling one is `current`. */
export async function listPushDevices(
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<ListedPush[]> {
  const rows = await subscriptionsOfMember(firestore, uid);
  if (rows.length === 0) return [];
  const sessions = await firestore.getAll(...rows.map((row) => sessionRef(firestore, row)));
  return rows.flatMap((row, index) => {
    const session = openIn(sessions[index], uid, now);
    if (!session) return [];
    const { browser = UNNAMED.browser, platform = UNNAMED.platform } = session;
    const { id, pausedUntil } = toPushDevice(row);
    return [{ id, browser, platform, pausedUntil, current: row.sid === sid }];
  });
}

/** Whether this subscription belongs to the member. */
export async function ownsSubscription(
  firestore: Firestore,
  { id, uid }: Pick<StoredSubscription, 'id' | 'uid'>,
) {
  return subscriptionOf(await subscriptionsIn(firestore).doc(id).get())?.uid === uid;
}

/**
 * Removes a member's device from push.
 * @returns false where it isn't theirs
 */
export async function removeSubscription(
  firestore: Firestore,
  row: Pick<StoredSubscription, 'id' | 'uid'>,
): Promise<boolean> {
  const owned = await ownsSubscription(firestore, row);
  if (owned) await removeSubscriptions(firestore, row.uid, [row.id]);
  return owned;
}

/**
 * Replaces a subscription by a new one of the same browser, which proves itself by the former one's secret.
 * @returns false where the former one doesn't exist, the secret differs, or the new endpoint is already registered
 * otherwise
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
    if (!row || !isSameSecret(row, before)) return false;
    if (there && (there.uid !== row.uid || !isSameSecret(there, after))) return false;
    const pack = await openPack(firestore, transaction, row.uid);
    transaction.delete(from);
    const { endpoint, keys } = after;
    transaction.set(to, subscriptionFields({ ...row, endpoint, keys, seenAt: now }));
    const packed = pack.devices.filter(({ id }) => id === row.id);
    pack.write({
      put: packed.map((device) => ({ ...device, id: to.id, endpoint, keys })),
      remove: from.id === to.id ? [] : [from.id],
    });
    return true;
  });
}
