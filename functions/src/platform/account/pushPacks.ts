import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { packedDevice, pushPackDocument } from '../../collections/push';
import { getPrefixEnd } from '../../domain/push/delivery';
import { getNewsScope, getSignalScope } from '../../domain/push/preferences';

type PackedFields = z.infer<typeof packedDevice>;

export interface PackedDevice extends PackedFields {
  readonly id: string;
}

type PackSource = Pick<
  UserRecord,
  | 'tier'
  | 'dashboardUnlocked'
  | 'staff'
  | 'notifications'
  | 'zone'
  | 'payout'
  | 'pairPayouts'
  | 'stoppedUntil'
>;

/** A packed device's copies of its member's fields. */
export const toRecordFields = (record: PackSource) =>
  ({
    signals: getSignalScope(record),
    news: getNewsScope(record),
    shownIn: record.zone,
    payout: record.payout,
    pairPayouts: record.pairPayouts,
    stoppedUntil: record.stoppedUntil ?? null,
  }) satisfies Partial<PackedFields>;

export const getPacksCollection = (firestore: Firestore) => firestore.collection('pushPacks');

/** A hash, so that devices spread evenly over the packs. */
export const hashMemberKey = (uid: string): string =>
  createHash('sha256').update(uid).digest('hex');

/** Four hex digits: 65,536 packs, enough for thirty million devices. */
const MAX_PACK_ID_LENGTH = 4;

/** About 600 devices. Longer packs are split into 16, because documents are limited to 1 MiB. */
const MAX_PACK_CHARACTERS = 400_000;

const HEX_DIGITS = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

/** Devices are parsed one by one, so that an invalid one doesn't block the others. */
const loosePackSchema = z.object({
  ...pushPackDocument.shape,
  devices: z.record(z.string(), z.unknown()),
});

export function parseDevices(
  document: DocumentSnapshot,
  onUnreadable: (id: string) => void = () => undefined,
): {
  readonly devices: PackedDevice[];
  readonly counts: z.infer<typeof pushPackDocument>['counts'];
} {
  const { devices, counts } = loosePackSchema.parse(document.data());
  const readable = Object.entries(devices).flatMap(([id, fields]) => {
    const { data } = z.safeParse(packedDevice, fields);
    if (!data) onUnreadable(id);
    return data ? [{ id, ...data }] : [];
  });
  return { devices: readable, counts };
}

const toTimestamp = (at: number | null) => (at === null ? null : Timestamp.fromMillis(at));

const toStoredDevice = ({ id: _, pausedUntil, stoppedUntil, until, ...fields }: PackedDevice) => ({
  ...fields,
  pausedUntil: toTimestamp(pausedUntil),
  stoppedUntil: toTimestamp(stoppedUntil),
  until: Timestamp.fromMillis(until),
});

export interface MemberPack {
  readonly devices: readonly PackedDevice[];
  /** Call once, after all reads. */
  readonly write: (change: {
    readonly put?: readonly PackedDevice[];
    readonly remove?: readonly string[];
  }) => void;
}

function splitPack(
  transaction: Transaction,
  reference: DocumentReference,
  pack: PackContents,
): void {
  for (const digit of HEX_DIGITS) {
    const prefix = `${reference.id}${digit}`;
    const packDevices = [...pack.devices].filter(([, { uid }]) =>
      hashMemberKey(uid).startsWith(prefix),
    );
    const counts = packDevices.flatMap(([id]) => {
      const count = pack.counts[id];
      return count ? [[id, count] as const] : [];
    });
    transaction.set(reference.parent.doc(prefix), {
      end: getPrefixEnd(prefix),
      size: packDevices.length,
      devices: Object.fromEntries(
        packDevices.map(([id, device]) => [id, toStoredDevice({ ...device, id })]),
      ),
      counts: Object.fromEntries(counts),
    });
  }
  transaction.delete(reference);
}

interface PackContents {
  readonly devices: ReadonlyMap<string, PackedFields>;
  readonly counts: z.infer<typeof pushPackDocument>['counts'];
}

function parsePack(document: DocumentSnapshot | undefined): PackContents {
  if (!document) return { devices: new Map(), counts: {} };
  const { devices, counts } = parseDevices(document);
  return { devices: new Map(devices.map((device) => [device.id, device])), counts };
}

export async function readMemberPack(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
): Promise<MemberPack> {
  const key = hashMemberKey(uid);
  const references = Array.from({ length: MAX_PACK_ID_LENGTH }, (_, index) =>
    getPacksCollection(firestore).doc(key.slice(0, index + 1)),
  );
  const documents = await transaction.getAll(...references);
  const document = documents.find(({ exists }) => exists);
  const pack = parsePack(document);
  const devices = [...pack.devices].flatMap(([id, device]) =>
    device.uid === uid ? [{ ...device, id }] : [],
  );
  return {
    devices,
    write({ put = [], remove = [] }) {
      const removedIds = remove.filter((id) => pack.devices.get(id)?.uid === uid);
      if (put.length + removedIds.length === 0) return;
      const updatedDevices = new Map(pack.devices);
      for (const id of removedIds) updatedDevices.delete(id);
      for (const { id, ...device } of put) updatedDevices.set(id, device);
      const reference = document?.ref ?? getPacksCollection(firestore).doc(key.slice(0, 1));
      const isFull =
        JSON.stringify([...updatedDevices]).length > MAX_PACK_CHARACTERS &&
        reference.id.length < MAX_PACK_ID_LENGTH;
      if (isFull) splitPack(transaction, reference, { ...pack, devices: updatedDevices });
      else if (document)
        updatePack(transaction, reference, { put, removed: removedIds, size: updatedDevices.size });
      else transaction.set(reference, toFirstPack(reference.id, put));
    },
  };
}

const toFirstPack = (prefix: string, put: readonly PackedDevice[]) => ({
  end: getPrefixEnd(prefix),
  size: put.length,
  devices: Object.fromEntries(put.map((device) => [device.id, toStoredDevice(device)])),
  counts: {},
});

function updatePack(
  transaction: Transaction,
  reference: DocumentReference,
  change: { put: readonly PackedDevice[]; removed: readonly string[]; size: number },
): void {
  const fields = [
    ...change.put.flatMap((device) => [
      new FieldPath('devices', device.id),
      toStoredDevice(device),
    ]),
    ...change.removed.flatMap((id) => [
      new FieldPath('devices', id),
      FieldValue.delete(),
      new FieldPath('counts', id),
      FieldValue.delete(),
    ]),
  ];
  transaction.update(reference, 'size', change.size, ...fields);
}

/** Returns corrected copies of outdated devices. */
export const findOutdatedDevices = (
  devices: readonly PackedDevice[],
  record: PackSource,
): PackedDevice[] =>
  devices.flatMap((device) => {
    const current = { ...device, ...toRecordFields(record) };
    return isDeepStrictEqual(current, device) ? [] : [current];
  });

export const updatePackFromRecord = (pack: MemberPack, record: PackSource): void =>
  pack.write({ put: findOutdatedDevices(pack.devices, record) });
