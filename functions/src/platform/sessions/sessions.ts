import type { UserRecord } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { userOf, userRef } from '../users/users';

/** One sign-in of one member. All tokens that are refreshed from it carry the same `authTime` (epoch seconds). */
export interface Session {
  readonly uid: string;
  readonly authTime: number;
}

/** The end of a session is remembered for a year: the refresh token that made its tokens never expires by itself. */
const REMEMBERED_MS = 365 * 24 * 60 * 60_000;

const deviceRef = (firestore: Firestore, { uid, authTime }: Session) =>
  firestore.collection('devices').doc(`${uid}_${authTime}`);

/** Ends the session at `now` (epoch ms): its tokens are refused from then on. The member's other sessions go on. */
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
}

/**
 * The live record of the session's member, in one round trip with the session's own.
 * @returns null when the session was ended or the member is gone.
 */
export async function readSession(
  firestore: Firestore,
  session: Session,
): Promise<UserRecord | null> {
  const [user, device] = await firestore.getAll(
    userRef(firestore, session.uid),
    deviceRef(firestore, session),
  );
  if (!user || device?.get('endedAt') !== undefined) return null;
  return userOf(user);
}
