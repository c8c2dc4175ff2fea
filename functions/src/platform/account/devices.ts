import { firestoreTime, type Device } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { deviceRef, endSession, type Session } from '../sessions/sessions';

/** A device that was noted; one that only ended its session tells nothing of itself. */
const notedSchema = z.object({
  browser: z.string(),
  platform: z.string(),
  signedInAt: firestoreTime,
  lastSeenAt: firestoreTime,
});

/** More would be no list to look through. */
const SHOWN = 50;

const idOf = ({ id }: QueryDocumentSnapshot) => id.slice(id.lastIndexOf('_') + 1);

/** The second from which on an account's sessions count: those before were revoked. */
async function validSince(auth: Auth, uid: string): Promise<number> {
  const { tokensValidAfterTime } = await auth.getUser(uid);
  return tokensValidAfterTime === undefined ? 0 : Date.parse(tokensValidAfterTime) / 1000;
}

/** The open sessions of a member as their list shows them, last seen first; the asking one is `current`. */
export async function listDevices(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  { uid, authTime }: Session,
): Promise<Device[]> {
  const [since, { docs }] = await Promise.all([
    validSince(auth, uid),
    firestore.collection('devices').where('uid', '==', uid).get(),
  ]);
  const open = docs.flatMap((document) => {
    const { data } = notedSchema.safeParse(document.data());
    const isOver = document.get('endedAt') !== undefined || Number(idOf(document)) < since;
    return data && !isOver ? [{ id: idOf(document), ...data }] : [];
  });
  open.sort((a, b) => b.lastSeenAt - a.lastSeenAt);
  return open.slice(0, SHOWN).map(({ id, browser, platform, signedInAt, lastSeenAt }) => ({
    id,
    browser,
    platform,
    signedInAt: new Date(signedInAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    current: id === String(authTime),
  }));
}

/**
 * Ends one session of a member; one that is over stays so.
 * @param now epoch ms
 * @returns false where there never was such a one
 */
export async function endDevice(
  firestore: Firestore,
  session: Session,
  now: number,
): Promise<boolean> {
  const device = await deviceRef(firestore, session).get();
  if (!device.exists) return false;
  if (device.get('endedAt') === undefined) await endSession(firestore, session, now);
  return true;
}
