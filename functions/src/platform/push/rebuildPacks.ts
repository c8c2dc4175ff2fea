import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import {
  parseDevices,
  findOutdatedDevices,
  readMemberPack,
  getPacksCollection,
} from '../account/pushPacks';
import { isSessionOpen, sessionRef } from '../auth/sessions';
import { throwFailures } from '../core/steps';
import { parseUser, userRef } from '../account/users';

const BATCH_SIZE = 500;

async function rebuildPack(firestore: Firestore, uid: string, now: number): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const record = parseUser(await transaction.get(userRef(firestore, uid)));
    const pack = await readMemberPack(firestore, transaction, uid);
    const { devices } = pack;
    if (devices.length === 0) return;
    const sessions = await transaction.getAll(
      ...devices.map((device) => sessionRef(firestore, device)),
    );
    const isActive = (_: unknown, index: number) => isSessionOpen(sessions[index], uid, now);
    const activeDevices = record ? devices.filter(isActive) : [];
    const endedDevices = devices.filter((device) => !activeDevices.includes(device));
    pack.write({
      put: record ? findOutdatedDevices(activeDevices, record) : [],
      remove: endedDevices.map(({ id }) => id),
    });
  });
}

/** Null also for an unreadable member, whose rebuild then fails. */
function parseReadableUser(snapshot: DocumentSnapshot | undefined) {
  try {
    return snapshot ? parseUser(snapshot) : null;
  } catch {
    return null;
  }
}

async function findOutdatedMembers(
  firestore: Firestore,
  pack: DocumentSnapshot,
  now: number,
): Promise<string[]> {
  const { devices } = parseDevices(pack);
  const outdatedUids = new Set<string>();
  for (let from = 0; from < devices.length; from += BATCH_SIZE) {
    const batch = devices.slice(from, from + BATCH_SIZE);
    const [users, sessions] = await Promise.all([
      firestore.getAll(...batch.map(({ uid }) => userRef(firestore, uid))),
      firestore.getAll(...batch.map((device) => sessionRef(firestore, device))),
    ]);
    for (const [index, device] of batch.entries()) {
      const record = parseReadableUser(users[index]);
      const isCurrent =
        record !== null &&
        findOutdatedDevices([device], record).length === 0 &&
        isSessionOpen(sessions[index], device.uid, now);
      if (!isCurrent) outdatedUids.add(device.uid);
    }
  }
  return [...outdatedUids];
}

/**
 * Corrects packed devices from their sessions and members, after a restored backup or a repair.
 * @returns the number of corrected members
 * @throws AggregateError after all others
 */
export async function rebuildPacks(firestore: Firestore, now: number): Promise<number> {
  let rebuiltCount = 0;
  const failures: unknown[] = [];
  for (let reached = ''; ;) {
    const query = getPacksCollection(firestore).where('end', '>', reached).orderBy('end').limit(1);
    const [pack] = (await query.get()).docs;
    const packEnd: unknown = pack?.get('end');
    if (!pack || typeof packEnd !== 'string') break;
    for (const uid of await findOutdatedMembers(firestore, pack, now))
      try {
        await rebuildPack(firestore, uid, now);
        rebuiltCount += 1;
      } catch (error) {
        failures.push(error);
      }
    reached = packEnd;
  }
  throwFailures(failures);
  return rebuiltCount;
}
