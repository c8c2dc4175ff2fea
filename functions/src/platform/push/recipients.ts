import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import type { KeyRange } from '../../domain/push/delivery';
import type { SignalScope } from '../../domain/push/preferences';
import { readAll } from '../core/documents';
import { devicesIn, keyOfMember, type PackedDevice, packsIn } from '../account/pushPacks';
import { type StoredSubscription, subscriptionsOfMember } from '../auth/pushSubscriptions';
import { isSessionOpen, sessionRef } from '../auth/sessions';
import { userOf, userRef } from '../account/users';

/** A row whose session is open, with its member's current record. */
export interface ActiveSubscription {
  readonly row: StoredSubscription;
  readonly record: UserRecord;
}

/**
 * The next device of one member in the order of ids, or only the device `only`. One at a time, so that an interrupted
 * run skips only the device that it was sending to.
 */
export async function nextDevice(
  firestore: Firestore,
  { uid, only }: { readonly uid: string; readonly only: string | null },
  after: string | null,
): Promise<StoredSubscription | null> {
  const rows = await subscriptionsOfMember(firestore, uid);
  const [next] = rows
    .filter(({ id }) => (only === null || id === only) && (after === null || id > after))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return next ?? null;
}

/**
 * Reads a row's session and member: a row alone never proves that it may be sent anything.
 * @param now epoch ms
 * @returns null where its session isn't open
 */
export async function activeSubscription(
  firestore: Firestore,
  row: StoredSubscription,
  now: number,
): Promise<ActiveSubscription | null> {
  const [user, session] = await readAll(
    firestore,
    userRef(firestore, row.uid),
    sessionRef(firestore, row),
  );
  const record = userOf(user);
  return record && isSessionOpen(session, row.uid, now) ? { row, record } : null;
}

/** Scopes that receive each audience. */
const RECEIVED_BY: Readonly<Record<Signal['audience'], readonly SignalScope[]>> = {
  basic: ['basic', 'all'],
  'order-flow': ['all'],
};

/** A device that a broadcast may be sent to, with the id of its pack. */
export interface Recipient extends PackedDevice {
  readonly key: string;
  readonly pack: string;
  /** Its latest day with a signal, the number of signals on it, and the ids of the latest. */
  readonly today: {
    readonly day: string;
    readonly sent: number;
    readonly lately: readonly string[];
  };
}

/** Whether a device receives an announcement at a time (epoch ms). */
export type RecipientFilter = (device: Recipient, now: number) => boolean;

/** Whether a device's session goes on and an announcement is for it at `now` (epoch ms). */
const isRecipient = (device: Recipient, isFor: RecipientFilter, now: number): boolean =>
  device.until > now && isFor(device, now);

const NONE_SENT = { day: '', sent: 0, lately: [] };

/** Packs read at a time. */
const PACKS_AT_ONCE = 8;

/** Devices in the order of their members' keys, and the key that the page reaches to. */
export interface RecipientPage {
  readonly recipients: readonly Recipient[];
  /** Devices whose session expired, or whose app wasn't opened for too long. */
  readonly expired: readonly Recipient[];
  readonly reached: string;
}

/** The devices of a pack. An unreadable one is passed to `onUnreadable`. */
export function recipientsIn(
  document: DocumentSnapshot,
  onUnreadable?: (id: string) => void,
): Recipient[] {
  const { devices, counts } = devicesIn(document, onUnreadable);
  return devices.map((device) => ({
    ...device,
    key: keyOfMember(device.uid),
    pack: document.id,
    today: counts[device.id] ?? NONE_SENT,
  }));
}

/** The devices of a pack that is sent to; unreadable ones are logged. */
const loggedRecipientsIn = (document: DocumentSnapshot): Recipient[] =>
  recipientsIn(document, (id) => {
    logger.error('A packed device can’t be read', { id });
  });

/** Whether a packed device receives the signal's audience. */
export const receives = (device: PackedDevice, { audience }: Signal): boolean =>
  RECEIVED_BY[audience].includes(device.signals);

/** The devices of the next packs that receive an announcement at `now` (epoch ms). */
export async function nextRecipients(
  firestore: Firestore,
  isFor: RecipientFilter,
  { from, to }: KeyRange,
  now: number,
): Promise<RecipientPage> {
  const query = packsIn(firestore).where('end', '>', from).orderBy('end').limit(PACKS_AT_ONCE);
  const { docs } = await query.get();
  const inRange = docs
    .flatMap(loggedRecipientsIn)
    .filter(({ key }) => key >= from && key < to)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const end: unknown = docs.at(-1)?.get('end');
  const isLast = docs.length < PACKS_AT_ONCE || typeof end !== 'string' || end >= to;
  return {
    recipients: inRange.filter((device) => isRecipient(device, isFor, now)),
    expired: inRange.filter(({ until }) => until <= now),
    reached: isLast ? to : end,
  };
}

/**
 * The ids of those devices that still receive an announcement: their sessions or preferences may have changed since
 * they were read.
 */
export async function stillRecipients(
  firestore: Firestore,
  isFor: RecipientFilter,
  recipients: readonly Recipient[],
  now: number,
): Promise<ReadonlySet<string>> {
  const packs = new Set(recipients.map(({ pack }) => pack));
  const documents = await firestore.getAll(...[...packs].map((id) => packsIn(firestore).doc(id)));
  const there = documents.flatMap((document) =>
    document.exists ? loggedRecipientsIn(document) : [],
  );
  return new Set(there.filter((device) => isRecipient(device, isFor, now)).map(({ id }) => id));
}
