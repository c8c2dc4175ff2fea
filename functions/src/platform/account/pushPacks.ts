import { createHash } from 'node:crypto';
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
import { endOf } from '../../domain/push/delivery';
import { newsScopeOf, signalScopeOf } from '../../domain/push/preferences';

type PackedFields = z.infer<typeof packedDevice>;

/** @property id of its subscription */
export interface PackedDevice extends PackedFields {
  readonly id: string;
}

export const packsIn = (firestore: Firestore) => firestore.collection('pushPacks');

/**
 * The key that a member's devices are sorted and packed by: a hash, so evenly distributed whatever the uids look like.
 */
export const keyOfMember = (uid: string): string => createHash('sha256').update(uid).digest('hex');

/** The longest name of a pack, in characters of a key: 65,536 packs, or thirty million devices. */
const MAX_NAME_LENGTH = 4;

/**
 * A pack longer than this (characters of JSON) is split in sixteen: some 600 devices. A document's limit is a million
 * bytes.
 */
const FULL = 400_000;

const DIGITS = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

/** The part of a pack that every version can read; its devices are parsed one by one. */
const looseSchema = z.object({
  ...pushPackDocument.shape,
  devices: z.record(z.string(), z.unknown()),
});

/** The devices of a pack. An unreadable one is passed to `onUnreadable`, so that it doesn't block the others. */
export function devicesIn(
  document: DocumentSnapshot,
  onUnreadable: (id: string) => void = () => undefined,
): {
  readonly devices: PackedDevice[];
  readonly counts: z.infer<typeof pushPackDocument>['counts'];
} {
  const { devices, counts } = looseSchema.parse(document.data());
  const readable = Object.entries(devices).flatMap(([id, fields]) => {
    const { data } = z.safeParse(packedDevice, fields);
    if (!data) onUnreadable(id);
    return data ? [{ id, ...data }] : [];
  });
  return { devices: readable, counts };
}

const timestamp = (at: number | null) => (at === null ? null : Timestamp.fromMillis(at));

const stored = ({ id: _, pausedUntil, stoppedUntil, until, ...rest }: PackedDevice) => ({
  ...rest,
  pausedUntil: timestamp(pausedUntil),
  stoppedUntil: timestamp(stoppedUntil),
  until: Timestamp.fromMillis(until),
});

/** One member's devices within a transaction. */
export interface MemberPack {
  /** The member's packed devices. */
  readonly devices: readonly PackedDevice[];
  /** Adds, replaces or removes devices. Call it once, after all reads. */
  readonly write: (change: {
    readonly put?: readonly PackedDevice[];
    readonly remove?: readonly string[];
  }) => void;
}

/** Splits a full pack, with the change applied, into packs whose names are one character longer. */
function split(transaction: Transaction, reference: DocumentReference, whole: Packed): void {
  for (const digit of DIGITS) {
    const prefix = `${reference.id}${digit}`;
    const mine = [...whole.devices].filter(([, { uid }]) => keyOfMember(uid).startsWith(prefix));
    const counts = mine.flatMap(([id]) => {
      const count = whole.counts[id];
      return count ? [[id, count] as const] : [];
    });
    transaction.set(reference.parent.doc(prefix), {
      end: endOf(prefix),
      size: mine.length,
      devices: Object.fromEntries(mine.map(([id, device]) => [id, stored({ ...device, id })])),
      counts: Object.fromEntries(counts),
    });
  }
  transaction.delete(reference);
}

interface Packed {
  readonly devices: ReadonlyMap<string, PackedFields>;
  readonly counts: z.infer<typeof pushPackDocument>['counts'];
}

function packedOf(document: DocumentSnapshot | undefined): Packed {
  if (!document) return { devices: new Map(), counts: {} };
  const { devices, counts } = devicesIn(document);
  return { devices: new Map(devices.map((device) => [device.id, device])), counts };
}

/**
 * Reads the packed devices of a member, for a transaction that changes them or what they receive.
 * @returns the devices and the function that writes the change
 */
export async function openPack(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
): Promise<MemberPack> {
  const key = keyOfMember(uid);
  const references = Array.from({ length: MAX_NAME_LENGTH }, (_, index) =>
    packsIn(firestore).doc(key.slice(0, index + 1)),
  );
  const documents = await transaction.getAll(...references);
  const document = documents.find(({ exists }) => exists);
  const packed = packedOf(document);
  const devices = [...packed.devices].flatMap(([id, device]) =>
    device.uid === uid ? [{ ...device, id }] : [],
  );
  return {
    devices,
    write({ put = [], remove = [] }) {
      const removed = remove.filter((id) => packed.devices.get(id)?.uid === uid);
      if (put.length + removed.length === 0) return;
      const after = new Map(packed.devices);
      for (const id of removed) after.delete(id);
      for (const { id, ...device } of put) after.set(id, device);
      const reference = document?.ref ?? packsIn(firestore).doc(key.slice(0, 1));
      const isFull =
        JSON.stringify([...after]).length > FULL && reference.id.length < MAX_NAME_LENGTH;
      if (isFull) split(transaction, reference, { ...packed, devices: after });
      else if (document) update(transaction, reference, { put, removed, size: after.size });
      else transaction.set(reference, firstOf(reference.id, put));
    },
  };
}

const firstOf = (prefix: string, put: readonly PackedDevice[]) => ({
  end: endOf(prefix),
  size: put.length,
  devices: Object.fromEntries(put.map((device) => [device.id, stored(device)])),
  counts: {},
});

/** Writes only what changed; the other devices stay as stored. */
function update(
  transaction: Transaction,
  reference: DocumentReference,
  given: { put: readonly PackedDevice[]; removed: readonly string[]; size: number },
): void {
  const fields = [
    ...given.put.flatMap((device) => [new FieldPath('devices', device.id), stored(device)]),
    ...given.removed.flatMap((id) => [
      new FieldPath('devices', id),
      FieldValue.delete(),
      new FieldPath('counts', id),
      FieldValue.delete(),
    ]),
  ];
  transaction.update(reference, 'size', given.size, ...fields);
}

/** Adjusts which signals and news a member's devices receive, and how they are told them, to the record as the transaction leaves it. */
export const followRecord = (
  pack: MemberPack,
  record: Pick<
    UserRecord,
    'tier' | 'dashboardUnlocked' | 'staff' | 'notifications' | 'zone' | 'payout' | 'stoppedUntil'
  >,
): void =>
  pack.write({
    put: pack.devices.flatMap((device) => {
      const signals = signalScopeOf(record);
      const news = newsScopeOf(record);
      const { zone: shownIn, payout, stoppedUntil = null } = record;
      const isSame =
        signals === device.signals &&
        news === device.news &&
        shownIn === device.shownIn &&
        payout === device.payout &&
        stoppedUntil === device.stoppedUntil;
      return isSame ? [] : [{ ...device, signals, news, shownIn, payout, stoppedUntil }];
    }),
  });
