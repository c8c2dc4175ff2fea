import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { credentialDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';
import { credentialRef } from '../auth/credentials';
import { endSessions } from '../auth/endings';
import { MemberGoneError, userRef } from '../account/users';

type Account = Pick<UserRecord, 'uid' | 'disabled'> & {
  readonly metadata: Pick<UserRecord['metadata'], 'creationTime'>;
};

interface Deps {
  readonly auth: Pick<Auth, 'deleteUsers'> & {
    readonly listUsers: (
      maxResults: number,
      pageToken?: string,
    ) => Promise<{ readonly users: readonly Account[]; readonly pageToken?: string }>;
  };
  readonly firestore: Firestore;
}

/** Accounts listed per call. */
const AT_ONCE = 1000;

/** An account younger than this (ms) may belong to a sign-up in progress. */
const YOUNG_MS = 60 * 60_000;

/** Blocks a member, which ends their sessions, or unblocks them; false where nothing changed. */
async function setBlocked(
  firestore: Firestore,
  uid: string,
  blocked: boolean,
  now: number,
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const reference = credentialRef(firestore, uid);
    const held = parseDocument(credentialDocument, await transaction.get(reference));
    if (!held || held.blocked === blocked) return false;
    if (!blocked) {
      transaction.update(reference, { blocked });
      return true;
    }
    const end = await endSessions(firestore, transaction, { uid }, now);
    end({ blocked });
    return true;
  });
}

const readEach = (
  firestore: Firestore,
  accounts: readonly Account[],
  toReference: typeof userRef,
): Promise<DocumentSnapshot[]> =>
  accounts.length === 0
    ? Promise.resolve([])
    : firestore.getAll(...accounts.map(({ uid }) => toReference(firestore, uid)));

/** Counts of a reconciliation. */
export interface Reconciled {
  /** Deleted accounts without a member, such as ones created at Firebase directly. */
  readonly deleted: number;
  /** Members blocked or unblocked because their account was disabled or enabled in the Firebase console. */
  readonly blocked: number;
  readonly unblocked: number;
}

/**
 * Reconciles Firebase Auth with the members' records: deletes accounts without a member, and blocks members whose
 * account was disabled in the Firebase console. A member without an account needs nothing: their next login creates it.
 * @param now epoch ms
 */
export async function reconcileAccounts(
  { auth, firestore }: Deps,
  now: number,
): Promise<Reconciled> {
  const done = { deleted: 0, blocked: 0, unblocked: 0 };
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(AT_ONCE, pageToken);
    const [records, credentials] = await Promise.all([
      readEach(firestore, page.users, userRef),
      readEach(firestore, page.users, credentialRef),
    ]);
    for (const [index, { uid, disabled, metadata }] of page.users.entries()) {
      const isYoung = Date.parse(metadata.creationTime) > now - YOUNG_MS;
      if (records[index]?.exists !== true) {
        if (isYoung) continue;
        await auth.deleteUsers([uid]);
        done.deleted += 1;
        continue;
      }
      // A transaction for every account would exceed the job's time from some ten thousand on.
      const stored = credentials[index];
      const credential = stored ? parseDocument(credentialDocument, stored) : null;
      if (!credential || credential.blocked === disabled) continue;
      if (await setBlocked(firestore, uid, disabled, now).catch(goneIsFine))
        done[disabled ? 'blocked' : 'unblocked'] += 1;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return done;
}

function goneIsFine(error: unknown): false {
  if (error instanceof MemberGoneError) return false;
  throw error;
}
