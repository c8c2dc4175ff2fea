import {
  type DocumentSnapshot,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { newsScopeOf, signalScopeOf } from '../../domain/pushPreferences';
import type { Clock } from '../core/clock';
import { devicesIn, followRecord, keyOfMember, openPack, packsIn } from '../members/pushPacks';
import { PACKED, packedOf, subscriptionOf, subscriptionsIn } from '../members/pushSubscriptions';
import { endOfSession, goesOn, sessionRef } from '../members/sessions';
import { userOf, userRef } from '../members/users';

/** Rows read at a time, and how long (ms) a run continues: the next one starts within the minute. */
const AT_ONCE = 500;
const RUNS_FOR_MS = 40_000;

/** A stored device; null for an unreadable row, which can't be sent to. */
function rowOf(document: DocumentSnapshot) {
  try {
    return subscriptionOf(document);
  } catch (error) {
    logger.error('A device can’t be told', { reason: String(error) });
    return null;
  }
}

/**
 * Packs a member's devices that the version before wrote and whose sessions are open, and marks all of them as packed.
 */
async function packMember(firestore: Firestore, uid: string, now: number): Promise<void> {
  // Outside the transaction, which would lock every document the query scans. A device registered meanwhile is packed
  // at once.
  const own = await subscriptionsIn(firestore).where('uid', '==', uid).select().get();
  if (own.empty) return;
  await firestore.runTransaction(async (transaction) => {
    const record = userOf(await transaction.get(userRef(firestore, uid)));
    const documents = await transaction.getAll(...own.docs.map(({ ref }) => ref));
    const older = documents
      .filter(({ exists }) => exists)
      .map((document) => ({ document, row: rowOf(document) }))
      .filter(({ row }) => !row || (row.uid === uid && row.restsUntil !== PACKED));
    const rows = older.flatMap(({ row }) => row ?? []);
    const sessions =
      rows.length > 0
        ? await transaction.getAll(...rows.map((row) => sessionRef(firestore, row)))
        : [];
    const pack = await openPack(firestore, transaction, uid);
    const put = rows.flatMap((row, index) => {
      const endsAt = endOfSession(sessions[index], uid, now);
      return record && endsAt !== null ? [packedOf(row, record, endsAt)] : [];
    });
    for (const { document } of older)
      transaction.update(document.ref, { restsUntil: Timestamp.fromMillis(PACKED) });
    pack.write({ put });
  });
}

const membersOf = (documents: readonly QueryDocumentSnapshot[]): string[] => {
  const uids = documents.map((document): unknown => document.get('uid'));
  return [...new Set(uids.filter((uid) => typeof uid === 'string'))];
};

/** Groups of members such that no two groups share a pack. */
function byFirstPack(uids: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const uid of uids) {
    const digit = keyOfMember(uid).slice(0, 1);
    groups.set(digit, [...(groups.get(digit) ?? []), uid]);
  }
  return [...groups.values()];
}

async function packInTurn(firestore: Firestore, uids: readonly string[], now: number) {
  for (const uid of uids) await packMember(firestore, uid, now);
}

/**
 * Packs devices written by the version before, whenever it ran: they get no signals until then. Continues until none is
 * left or the time is up; concurrent runs don't conflict.
 * @returns the number of rows that it packed or found to be void
 */
export async function packOlderDevices(firestore: Firestore, clock: Clock): Promise<number> {
  const endsAt = clock() + RUNS_FOR_MS;
  let done = 0;
  while (clock() < endsAt) {
    // Uses an index of the version before, which must remain for a rollback anyway.
    const { docs } = await subscriptionsIn(firestore)
      .where('signals', 'in', ['none', 'basic', 'all'])
      .where('restsUntil', '>', Timestamp.fromMillis(PACKED))
      .orderBy('restsUntil', 'asc')
      .limit(AT_ONCE)
      .get();
    if (docs.length === 0) return done;
    const groups = byFirstPack(membersOf(docs));
    await Promise.all(groups.map((uids) => packInTurn(firestore, uids, clock())));
    const nobodys = docs.filter((document) => typeof document.get('uid') !== 'string');
    await Promise.all(nobodys.map(({ ref }) => ref.delete()));
    done += docs.length;
  }
  return done;
}

/** Corrects a member's packed devices by their sessions and record. */
async function mendMember(firestore: Firestore, uid: string, now: number): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const record = userOf(await transaction.get(userRef(firestore, uid)));
    const pack = await openPack(firestore, transaction, uid);
    const { devices } = pack;
    if (devices.length === 0) return;
    const sessions = await transaction.getAll(...devices.map((one) => sessionRef(firestore, one)));
    const isLive = (_: unknown, index: number) => goesOn(sessions[index], uid, now);
    const live = record ? devices.filter(isLive) : [];
    const ended = devices.filter((device) => !live.includes(device));
    if (ended.length > 0) pack.write({ remove: ended.map(({ id }) => id) });
    else if (record) followRecord(pack, record);
  });
}

/** Members with a packed device that differs from its session or record. */
async function astray(
  firestore: Firestore,
  pack: DocumentSnapshot,
  now: number,
): Promise<string[]> {
  const { devices } = devicesIn(pack);
  const found = new Set<string>();
  for (let from = 0; from < devices.length; from += AT_ONCE) {
    const some = devices.slice(from, from + AT_ONCE);
    const [users, sessions] = await Promise.all([
      firestore.getAll(...some.map(({ uid }) => userRef(firestore, uid))),
      firestore.getAll(...some.map((device) => sessionRef(firestore, device))),
    ]);
    for (const [index, device] of some.entries()) {
      const { uid, signals, news, preferences, shownIn, payout, stoppedUntil } = device;
      const record = users[index] ? userOf(users[index]) : null;
      const isRight =
        record?.zone === shownIn &&
        record.payout === payout &&
        (record.stoppedUntil ?? null) === stoppedUntil &&
        signalScopeOf(record, preferences) === signals &&
        newsScopeOf(record) === news &&
        goesOn(sessions[index], uid, now);
      if (!isRight) found.add(uid);
    }
  }
  return [...found];
}

/**
 * Compares every packed device with its session and record, which are authoritative, and corrects differences: during a
 * deployment, or after a rollback, an instance of a version without packs ends sessions too.
 * @param now epoch ms
 * @returns the number of members whose devices were corrected
 */
export async function mendPacks(firestore: Firestore, now: number): Promise<number> {
  let mended = 0;
  for (let reached = ''; ;) {
    const query = packsIn(firestore).where('end', '>', reached).orderBy('end').limit(1);
    const [pack] = (await query.get()).docs;
    const end: unknown = pack?.get('end');
    if (!pack || typeof end !== 'string') return mended;
    for (const uid of await astray(firestore, pack, now)) {
      await mendMember(firestore, uid, now);
      mended += 1;
    }
    reached = end;
  }
}
