import {
  type AccessClaims,
  accessClaimsSchema,
  getEffectiveTier,
  type Tier,
  TIERS,
} from '@quantalgo/contracts/access/access';
import { userDocumentSchema, type UserRecord } from '@quantalgo/contracts/account/member';
import { readPages, parseDocument } from '@quantalgo/functions/platform/core/documents';
import { endAllSessions } from '@quantalgo/functions/platform/auth/endings';
import { MemberGoneError } from '@quantalgo/functions/platform/account/users';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { CommandError } from './command';
import type { Project } from './project';

type RestoredProject = Pick<Project, 'auth' | 'database'>;

/** Access that was lowered after the backup, which restored it. */
interface RegainedAccess {
  readonly email: string;
  readonly tier: Tier;
  readonly before: Tier;
}

/** Data that a backup revived. Firebase accounts tell, because they aren't part of backups. */
interface RevivedData {
  readonly members: number;
  /** Members without an account: all their data had been deleted. */
  readonly erased: readonly string[];
  /** Email addresses of staff whose account has no staff claim. */
  readonly revoked: readonly string[];
  readonly regained: readonly RegainedAccess[];
}

const ACCOUNTS_PER_PAGE = 100;

/** Null if the account's claims are no newer, or grant as much. */
function findRegainedAccess(record: UserRecord, current: AccessClaims): RegainedAccess | null {
  if (current.accessVersion <= record.accessVersion) return null;
  // Staff are listed separately, and keep their own tier without their rights.
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
 * Finds what had ended since the backup. Must run before anything reconciles accounts with the
 * restored records.
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
      else if (record?.staff === true && current?.staff !== true) revoked.push(record.email);
      const access = record && current ? findRegainedAccess(record, current) : null;
      if (access) regained.push(access);
    }
  }
  return { members, erased, revoked, regained };
}

const ignoreGone = (error: unknown): void => {
  if (!(error instanceof MemberGoneError)) throw error;
};

/** The backup doesn't know which sessions had ended. `now` in epoch ms. */
export async function endAllMemberSessions(restored: RestoredProject, now: number): Promise<void> {
  const { database } = restored;
  const end = ({ id: uid }: QueryDocumentSnapshot) =>
    endAllSessions(database, { uid }, now).catch(ignoreGone);
  for await (const page of readMemberPages(restored)) await Promise.all(page.map(end));
}

/**
 * Starts deletions again, even of members with an account: a login since then creates one. A job
 * finishes the deletions.
 * @param now epoch ms
 * @returns how many were started; members that are no longer stored are skipped
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
      `${existing.length} of ${members} members had no account: are those lost?`,
    );
  for (const { id: uid } of existing) await beginDeletion(database, { uid }, now).catch(ignoreGone);
  return existing.length;
}
