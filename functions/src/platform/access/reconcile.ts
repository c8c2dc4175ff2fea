import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { credentialDocument } from '../../collections/account';
import { parseDocument } from '../core/documents';
import { credentialRef } from '../auth/credentials';
import { prepareEndSessions } from '../auth/endSessions';
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
    const endSessions = await prepareEndSessions(firestore, transaction, { uid }, now);
    endSessions({ blocked });
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

type Repair = 'deleted' | 'blocked' | 'unblocked';

interface AccountDocuments {
  readonly user: DocumentSnapshot | undefined;
  readonly credential: DocumentSnapshot | undefined;
}

async function reconcileAccount(
  { auth, firestore }: Deps,
  { uid, disabled, metadata }: Account,
  documents: AccountDocuments,
  now: number,
): Promise<Repair | null> {
  if (documents.user?.exists !== true) {
    if (Date.parse(metadata.creationTime) > now - MIN_ACCOUNT_AGE_MS) return null;
    await auth.deleteUsers([uid]);
    return 'deleted';
  }
  // Compared first: a transaction for each of 10,000 accounts would exceed the job's timeout.
  const credential =
    documents.credential && parseDocument(credentialDocument, documents.credential);
  if (!credential || credential.blocked === disabled) return null;
  const hasChanged = await setBlocked(firestore, uid, disabled, now).catch(ignoreGoneMember);
  if (!hasChanged) return null;
  return disabled ? 'blocked' : 'unblocked';
}

interface Reconciliation {
  readonly counts: Readonly<Record<Repair, number>>;
  /** Of single accounts. */
  readonly failures: readonly unknown[];
}

/**
 * A member without an account in Firebase Auth needs no repair, because the next login creates it.
 */
export async function reconcileAccounts(deps: Deps, now: number): Promise<Reconciliation> {
  const { auth, firestore } = deps;
  const counts = { deleted: 0, blocked: 0, unblocked: 0 };
  const failures: unknown[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(MAX_ACCOUNTS_PER_CALL, pageToken);
    const [users, credentials] = await Promise.all([
      readEach(firestore, page.users, userRef),
      readEach(firestore, page.users, credentialRef),
    ]);
    for (const [index, account] of page.users.entries()) {
      const documents = { user: users[index], credential: credentials[index] };
      try {
        const repair = await reconcileAccount(deps, account, documents, now);
        if (repair) counts[repair] += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return { counts, failures };
}

function ignoreGoneMember(error: unknown): false {
  if (error instanceof MemberGoneError) return false;
  throw error;
}
