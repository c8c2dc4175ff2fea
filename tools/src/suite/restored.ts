import {
  type AccessClaims,
  accessClaimsSchema,
  openTier,
  type Tier,
  TIERS,
} from '@quantalgo/contracts/access/access';
import { userDocumentSchema, type UserRecord } from '@quantalgo/contracts/account/member';
import { pagesOf, parseDocument } from '@quantalgo/functions/platform/core/documents';
import { endAllSessions } from '@quantalgo/functions/platform/auth/endings';
import { MemberGoneError } from '@quantalgo/functions/platform/account/users';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { CommandError } from './command';
import type { Project } from './project';

type Restored = Pick<Project, 'auth' | 'database'>;

/** A member whose access was lowered since the backup, which gave it back. */
interface Regained {
  readonly email: string;
  readonly tier: Tier;
  /** Their last tier before the restore. */
  readonly before: Tier;
}

/** What a backup revived, by the accounts at Firebase, which no backup takes back. */
interface Revived {
  readonly members: number;
  /** Members without an account: it was deleted with all that was theirs. */
  readonly erased: readonly string[];
  /** Addresses of staff whose account says that they are none. */
  readonly revoked: readonly string[];
  readonly regained: readonly Regained[];
}

const ACCOUNTS_AT_ONCE = 100;

/** What a member regained by the backup; null where their account's claims are no newer, or gave as much. */
function regainedBy(record: UserRecord, held: AccessClaims): Regained | null {
  if (held.accessVersion <= record.accessVersion) return null;
  // Staff are named apart, and keep their own tier when their rights are taken.
  const tier = openTier({ ...record, staff: false });
  const before = openTier({ tier: held.tier, dashboardUnlocked: held.unlocked, staff: false });
  const { email } = record;
  return TIERS.indexOf(tier) > TIERS.indexOf(before) ? { email, tier, before } : null;
}

const membersOf = ({ database }: Restored) =>
  pagesOf(database.collection('users').orderBy('__name__'), ACCOUNTS_AT_ONCE);

/** Looks for what was ended since the backup. To be asked before anything mends accounts by the restored records. */
export async function findRevived(restored: Restored): Promise<Revived> {
  const erased: string[] = [];
  const revoked: string[] = [];
  const regained: Regained[] = [];
  let members = 0;
  for await (const page of membersOf(restored)) {
    const { users } = await restored.auth.getUsers(page.map(({ id: uid }) => ({ uid })));
    const claims = new Map(users.map(({ uid, customClaims }) => [uid, customClaims]));
    for (const member of page) {
      members += 1;
      const record = parseDocument(userDocumentSchema, member);
      const held = accessClaimsSchema.safeParse(claims.get(member.id)).data;
      if (!claims.has(member.id)) erased.push(member.id);
      else if (record?.staff === true && held?.staff !== true) revoked.push(record.email);
      const more = record && held ? regainedBy(record, held) : null;
      if (more) regained.push(more);
    }
  }
  return { members, erased, revoked, regained };
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof MemberGoneError)) throw error;
};

/** Ends the sessions of every member at `now` (epoch ms), as the backup doesn't know which had ended. */
export async function endEverySession(restored: Restored, now: number): Promise<void> {
  const { database } = restored;
  const end = ({ id: uid }: QueryDocumentSnapshot) =>
    endAllSessions(database, { uid }, now).catch(unlessGone);
  for await (const page of membersOf(restored)) await Promise.all(page.map(end));
}

/**
 * Begins the deletions of members again at `now` (epoch ms), whether or not they have logged in since they were found to
 * have no account: a login makes one. A job finishes the deletions.
 * @returns how many were begun: whoever is stored no more is passed over
 * @throws CommandError where they are so many that the accounts seem to have been lost, too
 */
export async function eraseAgain(
  { database }: Restored,
  uids: readonly string[],
  now: number,
): Promise<number> {
  const users = database.collection('users');
  const members = (await users.count().get()).data().count;
  const found = await Promise.all(uids.map((uid) => users.doc(uid).get()));
  const stored = found.filter(({ exists }) => exists);
  if (stored.length > members / 2)
    throw new CommandError(
      `${stored.length} of ${members} members had no account: are those lost?`,
    );
  for (const { id: uid } of stored) await beginDeletion(database, { uid }, now).catch(unlessGone);
  return stored.length;
}
