import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import { queueEmail } from '../core/queues';
import { prepareEndSessions, type Replacement, replaceSessions } from './endSessions';
import { readReset, type PasswordReset, type ResetDeps } from './oneTimeCodes';
import type { GrantDeps } from './openings';
import type { PasswordHash } from './passwords';
import type { Session } from './sessions';
import { requireMember } from '../account/users';

function queueNotice(
  deps: Pick<GrantDeps, 'firestore'>,
  transaction: Transaction,
  { email: to, fullName, zone }: UserRecord,
  now: number,
): void {
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueEmail(deps, transaction, { template: 'passwordChanged', to, parameters }, now);
}

const toPasswordFields = (password: PasswordHash, now: number) => ({
  password,
  changedAt: Timestamp.fromMillis(now),
});

/**
 * Sets the password, ends the member's sessions and voids all their links in one transaction. Only
 * one of several concurrent uses succeeds. A failed one doesn't use up the link.
 * @returns null if the link is invalid
 * @throws MemberGoneError
 */
export const resetPassword = (
  deps: ResetDeps,
  {
    token,
    password,
    device = null,
  }: {
    readonly token: string;
    readonly password: PasswordHash;
    readonly device?: string | null;
  },
  now: number,
): Promise<PasswordReset | null> =>
  deps.firestore.runTransaction(async (transaction) => {
    const reset = await readReset(deps, token, now, transaction);
    if (!reset) return null;
    const { uid } = reset;
    const record = await requireMember(deps.firestore, transaction, uid);
    // A link that was created while the member changed the address isn't voided by the change.
    if (record.email !== reset.email) return null;
    // Also voids all of the member's links, including this one.
    const endSessions = await prepareEndSessions(deps.firestore, transaction, { uid }, now);
    endSessions({ ...toPasswordFields(password, now), devices: device === null ? [] : [device] });
    queueNotice(deps, transaction, record, now);
    return reset;
  });

/** Replaces all sessions by one. @throws MemberGoneError, also if the calling session has ended */
export const changePassword = (
  deps: GrantDeps,
  session: Session,
  { password, replacement }: { readonly password: PasswordHash; readonly replacement: Replacement },
  now: number,
): Promise<SessionData> =>
  deps.firestore.runTransaction(async (transaction) => {
    const record = await requireMember(deps.firestore, transaction, session.uid);
    const replace = await replaceSessions(deps, transaction, session, replacement, now);
    queueNotice(deps, transaction, record, now);
    return replace(toPasswordFields(password, now));
  });
