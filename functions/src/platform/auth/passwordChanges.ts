import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import { queueMail } from '../core/queues';
import { endSessions, type Replacement, replaceSessions } from './endings';
import { readReset, type Reset, type ResetDeps } from './oneTimeCodes';
import type { GrantDeps } from './openings';
import type { PasswordHash } from './passwords';
import type { Session } from './sessions';
import { memberIn } from '../account/users';

/** Queues the mail that tells a member that their password was changed. */
function queueNotice(
  deps: Pick<GrantDeps, 'firestore'>,
  transaction: Transaction,
  { email: to, fullName, zone }: UserRecord,
  now: number,
): void {
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueMail(deps, transaction, { template: 'passwordChanged', to, parameters }, now);
}

const credentialFields = (password: PasswordHash, now: number) => ({
  password,
  changedAt: Timestamp.fromMillis(now),
});

/**
 * Sets the password of a reset link's member and ends their sessions. It uses up the link, and voids the member's others,
 * in the same transaction: of concurrent uses only one succeeds, and one that fails leaves the link as it was.
 * @param now epoch ms
 * @returns whose password was set; null where the link is invalid
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
    /** Digest of the device that is remembered from then on; none where it has no secret. */
    readonly device?: string | null;
  },
  now: number,
): Promise<Reset | null> =>
  deps.firestore.runTransaction(async (transaction) => {
    const reset = await readReset(deps, token, now, transaction);
    if (!reset) return null;
    const { uid } = reset;
    const record = await memberIn(deps.firestore, transaction, uid);
    // Voids all links of the member, this one included.
    const end = await endSessions(deps.firestore, transaction, { uid }, now);
    end({ ...credentialFields(password, now), devices: device === null ? [] : [device] });
    queueNotice(deps, transaction, record, now);
    return reset;
  });

/**
 * Replaces the password of the caller's member, and all their sessions by one.
 * @param now epoch ms
 * @throws MemberGoneError, also where the calling session was ended while the call was under way
 */
export const changePassword = (
  deps: GrantDeps,
  session: Session,
  { password, replacement }: { readonly password: PasswordHash; readonly replacement: Replacement },
  now: number,
): Promise<SessionData> =>
  deps.firestore.runTransaction(async (transaction) => {
    const record = await memberIn(deps.firestore, transaction, session.uid);
    const replace = await replaceSessions(deps, transaction, session, replacement, now);
    queueNotice(deps, transaction, record, now);
    return replace(credentialFields(password, now));
  });
