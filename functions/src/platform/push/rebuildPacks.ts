import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { newsScopeOf, signalScopeOf } from '../../domain/push/preferences';
import { devicesIn, followRecord, openPack, packsIn } from '../account/pushPacks';
import { isSessionOpen, sessionRef } from '../auth/sessions';
import { userOf, userRef } from '../account/users';

/** Devices that are compared at a time. */
const AT_ONCE = 500;

/** Corrects a member's packed devices by their sessions and record. */
async function rebuildPack(firestore: Firestore, uid: string, now: number): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const record = userOf(await transaction.get(userRef(firestore, uid)));
    const pack = await openPack(firestore, transaction, uid);
    const { devices } = pack;
    if (devices.length === 0) return;
    const sessions = await transaction.getAll(...devices.map((one) => sessionRef(firestore, one)));
    const isLive = (_: unknown, index: number) => isSessionOpen(sessions[index], uid, now);
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
      const { uid, signals, news, shownIn, payout, stoppedUntil } = device;
      const record = users[index] ? userOf(users[index]) : null;
      const isRight =
        record?.zone === shownIn &&
        record.payout === payout &&
        (record.stoppedUntil ?? null) === stoppedUntil &&
        signalScopeOf(record) === signals &&
        newsScopeOf(record) === news &&
        isSessionOpen(sessions[index], uid, now);
      if (!isRight) found.add(uid);
    }
  }
  return [...found];
}

/**
 * Compares every packed device with its session and record, which are authoritative, and corrects differences, as a
 * restored backup or a repair by hand leaves them.
 * @param now epoch ms
 * @returns the number of members whose devices were corrected
 */
export async function rebuildPacks(firestore: Firestore, now: number): Promise<number> {
  let rebuilt = 0;
  for (let reached = ''; ;) {
    const query = packsIn(firestore).where('end', '>', reached).orderBy('end').limit(1);
    const [pack] = (await query.get()).docs;
    const end: unknown = pack?.get('end');
    if (!pack || typeof end !== 'string') return rebuilt;
    for (const uid of await astray(firestore, pack, now)) {
      await rebuildPack(firestore, uid, now);
      rebuilt += 1;
    }
    reached = end;
  }
}
