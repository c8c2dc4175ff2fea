import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type { KeyRange } from '../../domain/push/delivery';
import type { SignalScope } from '../../domain/push/preferences';
import { readAll } from '../core/documents';
import {
  parseDevices,
  hashMemberKey,
  type PackedDevice,
  getPacksCollection,
} from '../account/pushPacks';
import { type StoredSubscription, readMemberSubscriptions } from '../auth/pushSubscriptions';
import { isSessionOpen, sessionRef } from '../auth/sessions';
import { parseUser, userRef } from '../account/users';
import { logger } from '../core/log';

export interface ActiveSubscription {
  readonly row: StoredSubscription;
  readonly record: UserRecord;
}

/**
 * Reads one device at a time, in order of ids, so that an interrupted run skips at most one.
 * @param onlyId id of the single device to notify
 */
export async function readNextDevice(
  firestore: Firestore,
  { uid, onlyId }: { readonly uid: string; readonly onlyId: string | null },
  afterId: string | null,
): Promise<StoredSubscription | null> {
  const rows = await readMemberSubscriptions(firestore, uid);
  const [nextRow] = rows
    .filter(({ id }) => (onlyId === null || id === onlyId) && (afterId === null || id > afterId))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return nextRow ?? null;
}

/** @returns null unless the session is open: a stored row alone proves no right to be notified */
export async function readActiveSubscription(
  firestore: Firestore,
  row: StoredSubscription,
  now: number,
): Promise<ActiveSubscription | null> {
  const [user, session] = await readAll(
    firestore,
    userRef(firestore, row.uid),
    sessionRef(firestore, row),
  );
  const record = parseUser(user);
  return record && isSessionOpen(session, row.uid, now) ? { row, record } : null;
}

const SCOPES_BY_AUDIENCE: Readonly<Record<Signal['audience'], readonly SignalScope[]>> = {
  basic: ['basic', 'all'],
  'order-flow': ['all'],
};

export interface Recipient extends PackedDevice {
  readonly key: string;
  readonly pack: string;
  readonly today: {
    readonly day: string;
    readonly sent: number;
    readonly lately: readonly string[];
  };
}

export type RecipientFilter = (device: Recipient, now: number) => boolean;

const isRecipient = (device: Recipient, matches: RecipientFilter, now: number): boolean =>
  device.until > now && matches(device, now);

const NO_SIGNALS_SENT = { day: '', sent: 0, lately: [] };

const MAX_PACKS_PER_PAGE = 8;

/** Ordered by member keys. `reached` is the key at which the page ends. */
export interface RecipientPage {
  readonly recipients: readonly Recipient[];
  /** Their sessions have expired, or the app wasn't opened for too long. */
  readonly expired: readonly Recipient[];
  readonly reached: string;
}

export function parseRecipients(
  document: DocumentSnapshot,
  onUnreadable?: (id: string) => void,
): Recipient[] {
  const { devices, counts } = parseDevices(document, onUnreadable);
  return devices.map((device) => ({
    ...device,
    key: hashMemberKey(device.uid),
    pack: document.id,
    today: counts[device.id] ?? NO_SIGNALS_SENT,
  }));
}

const parseAndLogRecipients = (document: DocumentSnapshot): Recipient[] =>
  parseRecipients(document, (id) => {
    logger.error('Failed to read a packed device', { id });
  });

export const isInScope = (device: PackedDevice, { audience }: Signal): boolean =>
  SCOPES_BY_AUDIENCE[audience].includes(device.signals);

export async function readNextRecipients(
  firestore: Firestore,
  matches: RecipientFilter,
  { from, to }: KeyRange,
  now: number,
): Promise<RecipientPage> {
  const query = getPacksCollection(firestore)
    .where('end', '>', from)
    .orderBy('end')
    .limit(MAX_PACKS_PER_PAGE);
  const { docs } = await query.get();
  const rangeRecipients = docs
    .flatMap(parseAndLogRecipients)
    .filter(({ key }) => key >= from && key < to)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const lastPackEnd: unknown = docs.at(-1)?.get('end');
  const isLast =
    docs.length < MAX_PACKS_PER_PAGE || typeof lastPackEnd !== 'string' || lastPackEnd >= to;
  return {
    recipients: rangeRecipients.filter((device) => isRecipient(device, matches, now)),
    expired: rangeRecipients.filter(({ until }) => until <= now),
    reached: isLast ? to : lastPackEnd,
  };
}

export async function filterCurrentRecipients(
  firestore: Firestore,
  matches: RecipientFilter,
  recipients: readonly Recipient[],
  now: number,
): Promise<ReadonlySet<string>> {
  const packs = new Set(recipients.map(({ pack }) => pack));
  const documents = await firestore.getAll(
    ...[...packs].map((id) => getPacksCollection(firestore).doc(id)),
  );
  const currentRecipients = documents.flatMap((document) =>
    document.exists ? parseAndLogRecipients(document) : [],
  );
  const matching = currentRecipients.filter((device) => isRecipient(device, matches, now));
  return new Set(matching.map(({ id }) => id));
}
