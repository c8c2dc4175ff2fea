import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { DeviceLabel } from '../../domain/account/device';
import { removeRowsOfSession } from '../push/ofSession';
import { userRef } from '../users/users';

/** One sign-in of one member. All tokens that are refreshed from it carry the same `authTime` (epoch seconds). */
export interface Session {
  readonly uid: string;
  readonly authTime: number;
}

/** The end of a session is remembered for a year: the refresh token that made its tokens never expires by itself. */
const REMEMBERED_MS = 365 * 24 * 60 * 60_000;

/** A device is noted anew when it was last noted this long ago (ms): a call in an hour writes. */
const NOTED_EVERY_MS = 60 * 60_000;

export const deviceRef = (firestore: Firestore, { uid, authTime }: Session) =>
  firestore.collection('devices').doc(`${uid}_${authTime}`);

/** Ends the session at `now` (epoch ms): its tokens are refused from then on, and its device is told nothing more. The member's other sessions go on. */
export async function endSession(
  firestore: Firestore,
  session: Session,
  now: number,
): Promise<void> {
  await deviceRef(firestore, session).set(
    {
      uid: session.uid,
      endedAt: Timestamp.fromMillis(now),
      expireAt: Timestamp.fromMillis(now + REMEMBERED_MS),
    },
    { merge: true },
  );
  await removeRowsOfSession(firestore, session);
}

/** True when the device of a session that was last noted then is to be noted anew at `now` (both epoch ms). */
export const isDueToBeNoted = (notedAt: number | null, now: number): boolean =>
  notedAt === null || now - notedAt >= NOTED_EVERY_MS;

/**
 * Notes the device of a session for its member's list. Nothing stays of a member who is being deleted: whoever writes
 * after their documents were looked for finds their record gone. No transaction, because the first calls of a session
 * come together and would wait for each other.
 * @param now epoch ms
 */
export async function noteDevice(
  firestore: Firestore,
  session: Session,
  label: DeviceLabel,
  now: number,
): Promise<void> {
  const device = deviceRef(firestore, session);
  const noted = {
    uid: session.uid,
    ...label,
    signedInAt: Timestamp.fromMillis(session.authTime * 1000),
    lastSeenAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + REMEMBERED_MS),
  };
  await device.set(noted, { merge: true });
  const user = await userRef(firestore, session.uid).get();
  if (!user.exists) await device.delete();
}
