import {
  type AccessClaims,
  accessClaimsSchema,
  getEffectiveTier,
  type Tier,
  TIERS,
} from '@quantalgo/contracts/access/access';
import { userDocumentSchema, type UserRecord } from '@quantalgo/contracts/account/member';
import { readPages, parseDocument } from '@quantalgo/functions/platform/core/documents';
import { endAllSessions } from '@quantalgo/functions/platform/auth/endSessions';
import { MemberGoneError } from '@quantalgo/functions/platform/account/users';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { CommandError } from './command';
import type { Project } from './project';

type RestoredProject = Pick<Project, 'auth' | 'database'>;

/** Access that was lowered after the backup and that the restore raised again. */
interface RegainedAccess {
  readonly email: string;
  readonly tier: Tier;
  readonly before: Tier;
}

/** Data that a restore revived. Firebase accounts reveal it, because backups don't contain them. */
interface RevivedData {
  readonly members: number;
  /** Deleted members whose documents the restore brought back. They have no account. */
  readonly erased: readonly string[];
  /** Addresses of members whom the restore made staff again. Their account has no staff claim. */
  readonly revoked: readonly string[];
  readonly regained: readonly RegainedAccess[];
}

const ACCOUNTS_PER_PAGE = 100;

/** Null if the account's claims are no newer or don't grant less. */
function findRegainedAccess(record: UserRecord, current: AccessClaims): RegainedAccess | null {
  if (current.accessVersion <= record.accessVersion) return null;
  // Staff are listed separately. Without their staff rights, they keep their own tier.
  const tier = getEffectiveTier({ ...record, staff: false });
  const before = getEffectiveTier({
    tier: current.tier,
    dashboardUnlocked: current.unlocked,
    staff: false,
  });
  const { email } = record;
  return TIERS.indexOf(tier) > TIERS.indexOf(before) ? { email, tier, before } : null;
}

const readMemberPages = ({ database }: RestoredProject) =>
  readPages(database.collection('users').orderBy('__name__'), ACCOUNTS_PER_PAGE);

/**
 * Finds data and access that ended after the backup. Must run before anything reconciles accounts
 * with the restored records.
 */
export async function findRevived(restored: RestoredProject): Promise<RevivedData> {
  const erased: string[] = [];
  const revoked: string[] = [];
  const regained: RegainedAccess[] = [];
  let members = 0;
  for await (const page of readMemberPages(restored)) {
    const { users } = await restored.auth.getUsers(page.map(({ id: uid }) => ({ uid })));
    const claims = new Map(users.map(({ uid, customClaims }) => [uid, customClaims]));
    for (const member of page) {
      members += 1;
      const record = parseDocument(userDocumentSchema, member);
      const current = accessClaimsSchema.safeParse(claims.get(member.id)).data;
      if (!claims.has(member.id)) erased.push(member.id);
      else if (record.staff && current?.staff !== true) revoked.push(record.email);
      const access = current ? findRegainedAccess(record, current) : null;
      if (access) regained.push(access);
    }
  }
  return { members, erased, revoked, regained };
}

const ignoreGone = (error: unknown): void => {
  if (!(error instanceof MemberGoneError)) throw error;
};

/** Ends all sessions, because the backup may revive ended ones. `now` in epoch ms. */
export async function endAllMemberSessions(restored: RestoredProject, now: number): Promise<void> {
  const { database } = restored;
  const end = ({ id: uid }: QueryDocumentSnapshot) =>
    endAllSessions(database, { uid }, now).catch(ignoreGone);
  for await (const page of readMemberPages(restored)) await Promise.all(page.map(end));
}

/**
 * Restarts deletions, even of members with an account, because a login since the restore creates
 * one. A job completes the deletions.
 * @param now epoch ms
 * @returns how many were started; skips members that are no longer stored
 * @throws CommandError if there are so many that the accounts themselves seem lost
 */
export async function restartDeletions(
  { database }: RestoredProject,
  uids: readonly string[],
  now: number,
): Promise<number> {
  const users = database.collection('users');
  const members = (await users.count().get()).data().count;
  const snapshots = await Promise.all(uids.map((uid) => users.doc(uid).get()));
  const existing = snapshots.filter(({ exists }) => exists);
  if (existing.length > members / 2)
    throw new CommandError(
      `${existing.length} of ${members} members are on the list, so the accounts themselves may be lost. No deletion was started.`,
    );
  for (const { id: uid } of existing) await beginDeletion(database, { uid }, now).catch(ignoreGone);
  return existing.length;
}
