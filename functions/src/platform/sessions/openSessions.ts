import type { UserRecord } from '@quantalgo/contracts';
import type { Auth, UserRecord as Account } from 'firebase-admin/auth';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { gathered } from '../gathered';
import { userOf, userRef } from '../users/users';
import { deviceRef, type Session } from './sessions';

/** A session that goes on. */
export interface OpenSession {
  readonly record: UserRecord;
  /** When its device was last noted (epoch ms), null where it never was. */
  readonly notedAt: number | null;
}

/** As many accounts as Firebase Auth looks up in one call. */
const MOST = 100;

/** Firebase revokes by the second: what began in the very second of the revocation lives on. */
const isRevoked = ({ tokensValidAfterTime }: Account, { authTime }: Session): boolean =>
  tokensValidAfterTime !== undefined && authTime * 1000 < Date.parse(tokensValidAfterTime);

const goesOn = (account: Account | undefined, session: Session): boolean =>
  account !== undefined && !account.disabled && !isRevoked(account, session);

function openOf(user: DocumentSnapshot | undefined, device: DocumentSnapshot | undefined) {
  if (!user || device?.get('endedAt') !== undefined) return null;
  const record = userOf(user);
  const noted: unknown = device?.get('lastSeenAt');
  return record && { record, notedAt: noted instanceof Timestamp ? noted.toMillis() : null };
}

/**
 * Looks whether a session goes on: its account is open and was not revoked, the session was not ended, and the member's
 * live record is there. Calls that arrive together are looked up together, and none by what was so before it arrived.
 * @returns null when the session is over or the member is gone
 */
export function sessionReader({
  auth,
  firestore,
}: {
  readonly auth: Pick<Auth, 'getUsers'>;
  readonly firestore: Firestore;
}): (session: Session) => Promise<OpenSession | null> {
  const read = gathered<Session, OpenSession | null>(async (sessions) => {
    const uids = [...new Set(sessions.map(({ uid }) => uid))];
    const documents = sessions.flatMap((session) => [
      userRef(firestore, session.uid),
      deviceRef(firestore, session),
    ]);
    const [{ users }, snapshots] = await Promise.all([
      auth.getUsers(uids.map((uid) => ({ uid }))),
      firestore.getAll(...documents),
    ]);
    const accounts = new Map(users.map((account) => [account.uid, account]));
    const open = (session: Session, index: number) =>
      goesOn(accounts.get(session.uid), session)
        ? openOf(snapshots[2 * index], snapshots[2 * index + 1])
        : null;
    // One record that makes no sense fails its own member's calls alone.
    const all = sessions.map((session, index) =>
      Promise.resolve().then(() => open(session, index)),
    );
    return Promise.allSettled(all);
  }, MOST);
  return (session) => read(`${session.uid}_${session.authTime}`, session);
}
