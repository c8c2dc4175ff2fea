import { randomBytes } from 'node:crypto';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import {
  FACTOR_SETUP_TTL_MS,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODE_COUNT,
  type SecondFactor,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import type { StaffAction } from '@quantalgo/contracts/console/console';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { secondFactorDocument } from '../../collections/account';
import { drawSecretCode } from '../../domain/auth/codes';
import {
  toBase32,
  buildFactorUri,
  isFactorCode,
  findCodeStep,
} from '../../domain/auth/secondFactor';
import { parseDocument, updateIfUnchanged } from '../core/documents';
import { queueEmail, queuePush } from '../core/queues';
import { draw, type Secrets } from '../core/secrets';
import { recordStaffAction } from '../core/staffActions';
import { prepareEndSessions } from './endSessions';
import { type Session, buildOpenSessionsQuery, requireOpenSession, sessionRef } from './sessions';

type Factor = z.infer<typeof secondFactorDocument>;

interface Deps {
  readonly firestore: Firestore;
  /** A dedicated key, so that the key of other codes can't reveal second factors. */
  readonly factorSecrets: Secrets;
}

interface Labels {
  readonly label: string;
  readonly issuer: string;
}

/** As long as the HMAC's digest, which RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const factorRef = (firestore: Firestore, uid: string) =>
  firestore.collection('secondFactors').doc(uid);

const readStoredFactor = async (firestore: Firestore, transaction: Transaction, uid: string) =>
  parseDocument(secondFactorDocument, await transaction.get(factorRef(firestore, uid)));

/** Bound to the uid, so that it is useless in another member's document. */
const seal = ({ factorSecrets }: Deps, uid: string, secret: string) =>
  factorSecrets.seal(`${uid} ${secret}`);

function unseal({ factorSecrets }: Deps, uid: string, sealed: string): string {
  const [owner, secret = ''] = factorSecrets.open(sealed).split(' ');
  if (owner !== uid) throw new Error('The second factor belongs to another member');
  return secret;
}

const digestRecoveryCode = ({ factorSecrets }: Deps, uid: string, code: string) =>
  factorSecrets.digest(`recovery code of ${uid}`, code);

const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () => drawSecretCode(RECOVERY_CODE_LENGTH, draw));

const toSecondFactor = (factor: Factor | null): SecondFactor => ({
  confirmedAt: factor?.confirmedAt ? new Date(factor.confirmedAt).toISOString() : null,
  recoveryCodesLeft: factor?.recovery.length ?? 0,
});

export async function readFactor(firestore: Firestore, uid: string): Promise<SecondFactor> {
  return toSecondFactor(parseDocument(secondFactorDocument, await factorRef(firestore, uid).get()));
}

/**
 * The secret is pending until its first code. An existing factor stays valid until then.
 * @throws MemberGoneError if the calling session has ended
 */
export async function beginFactor(
  deps: Deps,
  session: Session,
  labels: Labels,
  now: number,
): Promise<{ readonly uri: string; readonly secret: string }> {
  const { firestore } = deps;
  const { uid } = session;
  const secret = toBase32(randomBytes(SECRET_BYTES));
  const validUntil = Timestamp.fromMillis(now + FACTOR_SETUP_TTL_MS);
  const pending = { secret: seal(deps, uid, secret), validUntil };
  await firestore.runTransaction(async (transaction) => {
    await requireOpenSession(firestore, transaction, session, now);
    transaction.set(factorRef(firestore, uid), { pending }, { merge: true });
  });
  return { uri: buildFactorUri(secret, labels), secret };
}

const toVerifiedFields = (now: number) => ({
  secondFactorAt: Timestamp.fromMillis(now),
  factorExempt: false,
});

const UNVERIFIED_FIELDS = { secondFactorAt: null, factorExempt: false };

export const readStaffIds = async (firestore: Firestore): Promise<string[]> => {
  const { docs } = await firestore.collection('users').where('staff', '==', true).select().get();
  return docs.map(({ id }) => id);
};

/**
 * Requires a second factor in sessions that began while the site didn't. Stored in each session,
 * because security rules can't read the site's setting.
 * @returns the number of sessions
 */
export async function endExemptions(
  firestore: Firestore,
  uids: readonly string[],
): Promise<number> {
  const sessions = await Promise.all(
    uids.map((uid) => buildOpenSessionsQuery(firestore, uid).select('factorExempt').get()),
  );
  const exemptSessions = sessions.flatMap(({ docs }) =>
    docs.filter((session) => session.get('factorExempt') === true),
  );
  // Separate updates with preconditions, because a session may change in the meantime.
  await Promise.all(
    exemptSessions.map(({ ref, updateTime }) =>
      updateIfUnchanged({ ref, updateTime }, UNVERIFIED_FIELDS),
    ),
  );
  return exemptSessions.length;
}

export interface FactorAttempt {
  readonly session: Session;
  readonly code: string;
  readonly now: number;
}

function recordChange(
  firestore: Firestore,
  transaction: Transaction,
  { uid, sid }: Session,
  action: StaffAction,
  now: number,
): void {
  const reason = `by session ${sid.slice(0, 6)}`;
  recordStaffAction(firestore, transaction, { by: uid, uid, action, reason, now });
}

function queueNotice(
  firestore: Firestore,
  transaction: Transaction,
  { uid, record }: { readonly uid: string; readonly record: UserRecord },
  now: number,
): void {
  const { fullName, zone, email: to } = record;
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueEmail({ firestore }, transaction, { template: 'secondFactorSet', to, parameters }, now);
  queuePush(firestore, transaction, { event: 'security', uid, about: 'second-factor' }, now);
}

export type FactorConfirmation =
  | { readonly recoveryCodes: string[] }
  | 'wrong'
  | 'expired'
  | 'stale';

/**
 * Replaces the previous secret, marks this session as verified, requires the factor again in all
 * others, and notifies the member.
 * @param fresh true if this session verified the previous factor recently, as replacing it requires
 * @throws MemberGoneError if the calling session has ended
 */
export function confirmFactor(
  deps: Deps,
  { session, code, now }: FactorAttempt,
  { record, fresh }: { readonly record: UserRecord; readonly fresh: boolean },
): Promise<FactorConfirmation> {
  const { firestore } = deps;
  const { uid, sid } = session;
  return firestore.runTransaction(async (transaction) => {
    const [factor, sessions] = await Promise.all([
      readStoredFactor(firestore, transaction, uid),
      transaction.get(buildOpenSessionsQuery(firestore, uid)),
      requireOpenSession(firestore, transaction, session, now),
    ]);
    const pending = factor?.pending;
    if (!pending || pending.validUntil <= now) return 'expired';
    const isReplacement = factor.confirmedAt !== null;
    if (isReplacement && !fresh) return 'stale';
    const secret = unseal(deps, uid, pending.secret);
    const step = findCodeStep(secret, code, { now, lastStep: 0 });
    if (step === null) return 'wrong';
    const recoveryCodes = createRecoveryCodes();
    transaction.set(factorRef(firestore, uid), {
      secret: pending.secret,
      confirmedAt: Timestamp.fromMillis(now),
      pending: null,
      lastStep: step,
      recovery: recoveryCodes.map((recoveryCode) => digestRecoveryCode(deps, uid, recoveryCode)),
    });
    for (const { id, ref } of sessions.docs)
      transaction.update(ref, id === sid ? toVerifiedFields(now) : UNVERIFIED_FIELDS);
    const action = isReplacement ? 'second factor replaced' : 'second factor set up';
    recordChange(firestore, transaction, session, action, now);
    queueNotice(firestore, transaction, { uid, record }, now);
    return { recoveryCodes };
  });
}

function judgeCode(deps: Deps, factor: Factor, { session: { uid }, code, now }: FactorAttempt) {
  if (factor.secret === null) return null;
  if (isFactorCode(code)) {
    const secret = unseal(deps, uid, factor.secret);
    const step = findCodeStep(secret, code, { now, lastStep: factor.lastStep });
    return step === null ? null : { lastStep: step };
  }
  const digest = digestRecoveryCode(deps, uid, code);
  const recovery = factor.recovery.filter((stored) => stored !== digest);
  return recovery.length === factor.recovery.length ? null : { recovery };
}

/**
 * Accepts an authenticator code or a recovery code, each only once, even in concurrent calls.
 * @returns null if the code is wrong or no factor is set up
 * @throws MemberGoneError if the calling session has ended
 */
export function passFactor(deps: Deps, attempt: FactorAttempt): Promise<SecondFactor | null> {
  const { firestore } = deps;
  const { session, now } = attempt;
  return firestore.runTransaction(async (transaction) => {
    const [factor] = await Promise.all([
      readStoredFactor(firestore, transaction, session.uid),
      requireOpenSession(firestore, transaction, session, now),
    ]);
    const change = factor && judgeCode(deps, factor, attempt);
    if (!change) return null;
    transaction.update(factorRef(firestore, session.uid), change);
    transaction.update(sessionRef(firestore, session), toVerifiedFields(now));
    if ('recovery' in change)
      recordChange(firestore, transaction, session, 'recovery code used', now);
    return toSecondFactor({ ...factor, ...change });
  });
}

/** @throws MemberGoneError if the calling session has ended */
export function renewRecoveryCodes(
  deps: Deps,
  session: Session,
  now: number,
): Promise<string[] | null> {
  const { firestore } = deps;
  const { uid } = session;
  return firestore.runTransaction(async (transaction) => {
    const [factor] = await Promise.all([
      readStoredFactor(firestore, transaction, uid),
      requireOpenSession(firestore, transaction, session, now),
    ]);
    if (!factor?.confirmedAt) return null;
    const codes = createRecoveryCodes();
    const recovery = codes.map((code) => digestRecoveryCode(deps, uid, code));
    transaction.update(factorRef(firestore, uid), { recovery });
    recordChange(firestore, transaction, session, 'recovery codes renewed', now);
    return codes;
  });
}

/**
 * For staff who lost their authenticator and recovery codes. Also ends all their sessions.
 * @param by shown in the audit
 * @returns false if no factor was set up
 * @throws MemberGoneError
 */
export function resetFactor(
  firestore: Firestore,
  { uid, by, reason, now }: { uid: string; by: string; reason: string; now: number },
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const factor = await transaction.get(factorRef(firestore, uid));
    const endSessions = await prepareEndSessions(firestore, transaction, { uid }, now);
    if (!factor.exists) return false;
    transaction.delete(factor.ref);
    endSessions();
    const action = 'second factor reset';
    recordStaffAction(firestore, transaction, { by, uid, action, reason, now });
    return true;
  });
}
