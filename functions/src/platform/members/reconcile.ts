import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { credentialDocument } from '../../documents';
import { parseDocument } from '../core/documents';
import { credentialRef } from './credentials';
import { endSessions } from './endings';
import { MemberGone, userRef } from './users';

interface Deps {
  readonly auth: Pick<Auth, 'listUsers' | 'deleteUsers'>;
  readonly firestore: Firestore;
}

/** Accounts that one call lists. */
const AT_ONCE = 1000;

/** An account younger than this (ms) may be of a sign-up under way. */
const YOUNG_MS = 60 * 60_000;

/** Blocks a member, which ends their sessions, or lets them sign in again; false where it was so already. */
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
    const end = await endSessions(firestore, transaction, uid, now);
    end({ blocked });
    return true;
  });
}

/** What a reconciliation found to do. */
export interface Reconciled {
  /** Accounts that were nobody's, and were deleted: whoever made them at Firebase has none of ours. */
  readonly deleted: number;
  /** Members who were blocked, or let in again, because their account was disabled or enabled in the console. */
  readonly blocked: number;
  readonly unblocked: number;
}

/**
 * Brings Firebase Auth and the members' records together: an account without a member goes, and whoever was disabled in the
 * console is blocked here too. A member without an account needs nothing: their next login makes it anew.
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
    const references = page.users.map(({ uid }) => userRef(firestore, uid));
    const records = references.length > 0 ? await firestore.getAll(...references) : [];
    for (const [index, { uid, disabled, metadata }] of page.users.entries()) {
      const isYoung = Date.parse(metadata.creationTime) > now - YOUNG_MS;
      if (records[index]?.exists !== true) {
        if (isYoung) continue;
        await auth.deleteUsers([uid]);
        done.deleted += 1;
      } else if (await setBlocked(firestore, uid, disabled, now).catch(goneIsFine)) {
        done[disabled ? 'blocked' : 'unblocked'] += 1;
      }
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return done;
}

function goneIsFine(error: unknown): false {
  if (error instanceof MemberGone) return false;
  throw error;
}
