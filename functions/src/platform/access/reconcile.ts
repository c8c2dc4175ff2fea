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

const MAX_ACCOUNTS_PER_CALL = 1000;

/** A younger account may belong to a sign-up in progress. */
const MIN_ACCOUNT_AGE_MS = 60 * 60_000;

/** Returns false if nothing changed. */
async function setBlocked(
  firestore: Firestore,
  uid: string,
  blocked: boolean,
  now: number,
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const reference = credentialRef(firestore, uid);
    const credential = parseDocument(credentialDocument, await transaction.get(reference));
    if (!credential || credential.blocked === blocked) return false;
    if (!blocked) {
      transaction.update(reference, { blocked });
      return true;
    }
    const writeEnding = await endSessions(firestore, transaction, { uid }, now);
    writeEnding({ blocked });
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

export interface ReconciliationCounts {
  readonly deleted: number;
  readonly blocked: number;
  readonly unblocked: number;
}

/**
 * A member without an account in Firebase Auth needs no repair, because the next login creates it.
 */
export async function reconcileAccounts(
  { auth, firestore }: Deps,
  now: number,
): Promise<ReconciliationCounts> {
  const counts = { deleted: 0, blocked: 0, unblocked: 0 };
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(MAX_ACCOUNTS_PER_CALL, pageToken);
    const [records, credentials] = await Promise.all([
      readEach(firestore, page.users, userRef),
      readEach(firestore, page.users, credentialRef),
    ]);
    for (const [index, { uid, disabled, metadata }] of page.users.entries()) {
      const isRecent = Date.parse(metadata.creationTime) > now - MIN_ACCOUNT_AGE_MS;
      if (records[index]?.exists !== true) {
        if (isRecent) continue;
        await auth.deleteUsers([uid]);
        counts.deleted += 1;
        continue;
      }
      // Compared first: a transaction for each of 10,000 accounts would exceed the job's timeout.
      const stored = credentials[index];
      const credential = stored ? parseDocument(credentialDocument, stored) : null;
      if (!credential || credential.blocked === disabled) continue;
      if (await setBlocked(firestore, uid, disabled, now).catch(ignoreGoneMember))
        counts[disabled ? 'blocked' : 'unblocked'] += 1;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return counts;
}

function ignoreGoneMember(error: unknown): false {
  if (error instanceof MemberGoneError) return false;
  throw error;
}
