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
import { type MemberPack, readMemberPack } from '../account/pushPacks';
import { requireOpenSession, parseOpenSession, sessionRef } from '../auth/sessions';
import { requireMember } from '../account/users';
import {
  toPackedDevice,
  deleteSubscription,
  toSubscriptionFields,
  toSubscriptionId,
  readMemberSubscriptionIds,
  parseSubscription,
  readMemberSubscriptions,
  toPushDevice,
  getSubscriptionsCollection,
  type StoredSubscription,
} from '../auth/pushSubscriptions';

/** Above this, the devices whose app was opened longest ago are removed. */
const MAX_DEVICES_PER_MEMBER = 10;

const SEEN_INTERVAL_MS = 24 * 60 * 60_000;

interface Session {
  readonly uid: string;
  readonly sid: string;
}

export interface DeviceRegistration {
  readonly session: Session;
  readonly subscription: Subscription;
  readonly zone: string;
  /** Endpoint of the device's former subscription. */
  readonly replaces: string | undefined;
}

/**
 * The secret proves that it is the same browser, because only the browser and this server know it.
 */
const isSameSecret = (first: Pick<Subscription, 'keys'>, second: Pick<Subscription, 'keys'>) => {
  const [a, b] = [Buffer.from(first.keys.auth), Buffer.from(second.keys.auth)];
  return a.length === b.length && timingSafeEqual(a, b);
};

interface RegistrationState {
  readonly record: UserRecord;
  readonly pack: MemberPack;
  readonly endsAt: number;
  readonly ownRows: readonly StoredSubscription[];
  /** May belong to another member. */
  readonly sameRow: StoredSubscription | null;
  /** The member's row that the new subscription replaces. */
  readonly replacedRow: StoredSubscription | null;
}

/**
 * @param knownIds ids of the member's rows before the transaction
 * @throws MemberGoneError, also if the session has ended
 */
async function readState(
  firestore: Firestore,
  transaction: Transaction,
  { session, subscription, replaces }: DeviceRegistration,
  { knownIds, now }: { readonly knownIds: readonly string[]; readonly now: number },
): Promise<RegistrationState> {
  const record = await requireMember(firestore, transaction, session.uid);
  const endsAt = await requireOpenSession(firestore, transaction, session, now);
  const pack = await readMemberPack(firestore, transaction, session.uid);
  const id = toSubscriptionId(subscription);
  const replacedId = replaces === undefined ? null : toSubscriptionId({ endpoint: replaces });
  const packedIds = pack.devices.map((device) => device.id);
  const ids = [
    ...new Set([id, ...(replacedId === null ? [] : [replacedId]), ...packedIds, ...knownIds]),
  ];
  const documents = await transaction.getAll(
    ...ids.map((rowId) => getSubscriptionsCollection(firestore).doc(rowId)),
  );
  const rows = documents.flatMap((document) => parseSubscription(document) ?? []);
  const sameRow = rows.find((row) => row.id === id) ?? null;
  const ownRows = rows.filter(({ uid }) => uid === session.uid);
  const replacedRow = ownRows.find((row) => row.id === replacedId && row.id !== id) ?? null;
  return { record, pack, endsAt, ownRows, sameRow, replacedRow };
}

function toRow(
  { sameRow, replacedRow }: RegistrationState,
  { session, subscription, zone }: DeviceRegistration,
  now: number,
): StoredSubscription {
  const formerRow = sameRow?.uid === session.uid ? sameRow : replacedRow;
  const preferences = formerRow?.preferences ?? DEFAULT_PUSH;
  return {
    id: toSubscriptionId(subscription),
    uid: session.uid,
    sid: session.sid,
    endpoint: subscription.endpoint,
    keys: subscription.keys,
    zone,
    preferences,
    verdicts: formerRow?.verdicts ?? null,
    pausedUntil: formerRow?.pausedUntil ?? null,
    createdAt: formerRow?.createdAt ?? now,
    seenAt: now,
    lastShown: formerRow?.lastShown ?? null,
  };
}

const isUpToDate = (sameRow: StoredSubscription, row: StoredSubscription, now: number): boolean =>
  sameRow.uid === row.uid &&
  sameRow.sid === row.sid &&
  sameRow.zone === row.zone &&
  isSameSecret(sameRow, row) &&
  sameRow.keys.p256dh === row.keys.p256dh &&
  now - sameRow.seenAt < SEEN_INTERVAL_MS;

/**
 * Removes the browser's row of another member, if the secret proves that it is the same browser.
 */
async function removeFormerOwner(
  firestore: Firestore,
  { session, subscription }: DeviceRegistration,
) {
  const document = await getSubscriptionsCollection(firestore)
    .doc(toSubscriptionId(subscription))
    .get();
  const sameRow = parseSubscription(document);
  if (sameRow && sameRow.uid !== session.uid && isSameSecret(sameRow, subscription))
    await deleteSubscription(firestore, sameRow.uid, sameRow.id);
}

/**
 * Repeated registrations keep the device's settings.
 * @returns `taken` if another member has the endpoint, or the secret differs
 * @throws MemberGoneError, also if the session has ended
 */
export async function registerSubscription(
  firestore: Firestore,
  registration: DeviceRegistration,
  now: number,
): Promise<StoredSubscription | 'taken'> {
  // Inside the transaction, these queries would block everybody who registers at the same time.
  // Rows written in the meantime are in the pack.
  const [knownIds] = await Promise.all([
    readMemberSubscriptionIds(firestore, registration.session.uid),
    removeFormerOwner(firestore, registration),
  ]);
  return firestore.runTransaction(async (transaction) => {
    const state = await readState(firestore, transaction, registration, { knownIds, now });
    const { ownRows, sameRow, replacedRow, pack, record, endsAt } = state;
    const isForeign = sameRow && sameRow.uid !== registration.session.uid;
    if (sameRow && (isForeign || !isSameSecret(sameRow, registration.subscription))) return 'taken';
    const row = toRow(state, registration, now);
    const isPacked = pack.devices.some(({ id, sid }) => id === row.id && sid === row.sid);
    if (sameRow && !replacedRow && isPacked && isUpToDate(sameRow, row, now)) return sameRow;
    const otherRows = ownRows.filter(({ id }) => id !== row.id && id !== replacedRow?.id);
    const oldestFirst = otherRows.sort((a, b) => a.seenAt - b.seenAt);
    const surplusCount = Math.max(0, otherRows.length + 1 - MAX_DEVICES_PER_MEMBER);
    const surplusRows = oldestFirst.slice(0, surplusCount);
    const removedRows = replacedRow ? [replacedRow, ...surplusRows] : surplusRows;
    const removedIds = removedRows.map(({ id }) => id);
    for (const id of removedIds) transaction.delete(getSubscriptionsCollection(firestore).doc(id));
    transaction.set(getSubscriptionsCollection(firestore).doc(row.id), toSubscriptionFields(row));
    pack.write({ put: [toPackedDevice(row, record, endsAt)], remove: removedIds });
    return row;
  });
}

/** Absent fields keep their values. `pausedUntil` is in epoch ms. */
export interface PushSettingsChange {
  readonly preferences?: PushPreferences | undefined;
  readonly pausedUntil?: number | null | undefined;
  readonly verdicts?: readonly VerdictName[] | undefined;
}

export async function changeSubscription(
  firestore: Firestore,
  { id, uid }: Pick<StoredSubscription, 'id' | 'uid'>,
  { preferences, pausedUntil, verdicts }: PushSettingsChange,
): Promise<StoredSubscription | null> {
  const reference = getSubscriptionsCollection(firestore).doc(id);
  return firestore.runTransaction(async (transaction) => {
    const record = await requireMember(firestore, transaction, uid);
    const row = parseSubscription(await transaction.get(reference));
    const pack = await readMemberPack(firestore, transaction, uid);
    if (row?.uid !== uid) return null;
    const newRow: StoredSubscription = {
      ...row,
      preferences: preferences ?? row.preferences,
      pausedUntil: pausedUntil === undefined ? row.pausedUntil : pausedUntil,
      ...(verdicts && { verdicts: [...verdicts] }),
    };
    transaction.set(reference, toSubscriptionFields(newRow));
    // A device that isn't packed has no open session, so it must not be packed here.
    const packedDevices = pack.devices.filter((device) => device.id === id);
    pack.write({ put: packedDevices.map(({ until }) => toPackedDevice(newRow, record, until)) });
    return newRow;
  });
}

const UNKNOWN_DEVICE = { browser: 'Unknown browser', platform: 'Unknown device' };

export async function listPushDevices(
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<ListedPush[]> {
  const rows = await readMemberSubscriptions(firestore, uid);
  if (rows.length === 0) return [];
  const sessions = await firestore.getAll(...rows.map((row) => sessionRef(firestore, row)));
  return rows.flatMap((row, index) => {
    const session = parseOpenSession(sessions[index], uid, now);
    if (!session) return [];
    const { browser = UNKNOWN_DEVICE.browser, platform = UNKNOWN_DEVICE.platform } = session;
    const { id, pausedUntil } = toPushDevice(row);
    return [{ id, browser, platform, pausedUntil, current: row.sid === sid }];
  });
}

export async function isSubscriptionOwner(
  firestore: Firestore,
  { id, uid }: Pick<StoredSubscription, 'id' | 'uid'>,
) {
  return parseSubscription(await getSubscriptionsCollection(firestore).doc(id).get())?.uid === uid;
}

export async function removeSubscription(
  firestore: Firestore,
  row: Pick<StoredSubscription, 'id' | 'uid'>,
): Promise<boolean> {
  const isOwner = await isSubscriptionOwner(firestore, row);
  if (isOwner) await deleteSubscription(firestore, row.uid, row.id);
  return isOwner;
}

/**
 * @returns false if the former subscription doesn't exist, its secret differs, or another browser
 * has the new endpoint
 */
export async function moveSubscription(
  firestore: Firestore,
  { before, after }: { readonly before: Subscription; readonly after: Subscription },
  now: number,
): Promise<boolean> {
  const [oldRef, newRef] = [before, after].map((subscription) =>
    getSubscriptionsCollection(firestore).doc(toSubscriptionId(subscription)),
  );
  if (!oldRef || !newRef) return false;
  return firestore.runTransaction(async (transaction) => {
    const [row, existing] = (await transaction.getAll(oldRef, newRef)).map(parseSubscription);
    if (!row || !isSameSecret(row, before)) return false;
    if (existing && (existing.uid !== row.uid || !isSameSecret(existing, after))) return false;
    const pack = await readMemberPack(firestore, transaction, row.uid);
    transaction.delete(oldRef);
    const { endpoint, keys } = after;
    transaction.set(newRef, toSubscriptionFields({ ...row, endpoint, keys, seenAt: now }));
    const packedDevices = pack.devices.filter(({ id }) => id === row.id);
    pack.write({
      put: packedDevices.map((device) => ({ ...device, id: newRef.id, endpoint, keys })),
      remove: oldRef.id === newRef.id ? [] : [oldRef.id],
    });
    return true;
  });
}
