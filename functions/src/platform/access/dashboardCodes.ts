import { hasHigherTier, SETTABLE_ACCESS, type Tier } from '@quantalgo/contracts/access/access';
import { DASHBOARD_CODE_TTL_MS, LONG_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { createGuardedCode, drawSecretCode, type TryVerdict } from '../../domain/auth/codes';
import { dashboardCodeDocument } from '../../collections/console';
import { writeAccessChange } from './access';
import { trySyncAccessClaims } from '../auth/accessClaims';
import { recordStaffAction } from '../core/staffActions';
import { dashboardCodeRef } from '../auth/issuedCodes';
import { toGuardedFields, tryCode } from '../auth/oneTimeCodes';
import { parseDocument, readAll } from '../core/documents';
import { type Digester, draw } from '../core/secrets';
import { readMemberPack } from '../account/pushPacks';
import { parseUser, requireMember, userRef } from '../account/users';
import type { ErrorLog } from '../core/log';

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly secrets: Digester;
  readonly log: ErrorLog;
}

const grantSchema = z.required(z.pick(dashboardCodeDocument, { tier: true, issuedBy: true }));

const digestCode = (secrets: Digester, uid: string, code: string) =>
  secrets.digest(`dashboard code of ${uid}`, code);

/**
 * Voids an earlier code.
 * @param queueEmail adds an email with the code to the same transaction
 * @returns the code, which is never stored in plain text
 * @throws MemberGoneError
 */
export async function issueDashboardCode(
  { firestore, secrets }: Pick<Deps, 'firestore' | 'secrets'>,
  { uid, tier, by, now }: { uid: string; tier: Exclude<Tier, 'guest'>; by: string; now: number },
  queueEmail?: (transaction: Transaction, member: UserRecord, code: string) => void,
): Promise<string> {
  const code = drawSecretCode(LONG_CODE_LENGTH, draw);
  await firestore.runTransaction(async (transaction) => {
    const member = await requireMember(firestore, transaction, uid);
    transaction.set(dashboardCodeRef(firestore, uid), {
      ...toGuardedFields(
        createGuardedCode(digestCode(secrets, uid, code), now, DASHBOARD_CODE_TTL_MS),
      ),
      tier,
      issuedBy: by,
      issuedAt: Timestamp.fromMillis(now),
    });
    const reason = `for the ${tier} tier`;
    recordStaffAction(firestore, transaction, { by, uid, action: 'code issued', reason, now });
    queueEmail?.(transaction, member, code);
  });
  return code;
}

/** Returns the function that writes. Never lowers a tier that was granted in the meantime. */
async function prepareGrant(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  now: number,
) {
  const [code, user] = await readAll(
    transaction,
    dashboardCodeRef(firestore, uid),
    userRef(firestore, uid),
  );
  const grant = parseDocument(grantSchema, code);
  const record = parseUser(user);
  if (!grant || !record) throw new Error('The dashboard code’s tier or member is missing');
  if (hasHigherTier(record, grant.tier)) return () => undefined;
  const pack = await readMemberPack(firestore, transaction, uid);
  return () =>
    writeAccessChange(
      firestore,
      transaction,
      { record, pack },
      {
        uid,
        change: { ...SETTABLE_ACCESS[grant.tier], codeActivated: true },
        by: uid,
        issuedBy: grant.issuedBy,
        reason: 'dashboard code',
        now,
      },
    );
}

export async function redeemDashboardCode(
  deps: Deps,
  { uid, code, now }: { uid: string; code: string; now: number },
): Promise<TryVerdict> {
  const { firestore, secrets } = deps;
  const digest = digestCode(secrets, uid, code);
  const verdict = await tryCode(
    firestore,
    dashboardCodeRef(firestore, uid),
    { digest, now, validMs: DASHBOARD_CODE_TTL_MS },
    (transaction) => prepareGrant(firestore, transaction, uid, now),
  );
  if (verdict === 'right') await trySyncAccessClaims(deps, uid);
  return verdict;
}
