import { randomBytes } from 'node:crypto';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import {
  FACTOR_PENDING_MS,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  type SecondFactor,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import type { StaffAction } from '@quantalgo/contracts/console/console';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { secondFactorDocument } from '../../collections/account';
import { secretCode } from '../../domain/auth/codes';
import { base32, factorUri, isFactorCode, stepOfCode } from '../../domain/auth/secondFactor';
import { parseDocument, updateAsRead } from '../core/documents';
import { queueMail, queuePush } from '../core/queues';
import { draw, type Secrets } from '../core/secrets';
import { recordStaffAction } from '../core/staffActions';
import { endSessions } from './endings';
import { type Session, openSessionsOf, sessionRef } from './sessions';

type Factor = z.infer<typeof secondFactorDocument>;

interface Deps {
  readonly firestore: Firestore;
  /** With a dedicated key, so that the key of other codes opens no second factor. */
  readonly factorSecrets: Secrets;
}

/** The owner of a second factor, and the site's name as authenticators show it. */
interface Owner {
  readonly uid: string;
  readonly label: string;
  readonly issuer: string;
}

/** As long as the HMAC's digests, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A staff member's second factor; no client reads it. */
export const factorRef = (firestore: Firestore, uid: string) =>
  firestore.collection('secondFactors').doc(uid);

const factorIn = async (firestore: Firestore, transaction: Transaction, uid: string) =>
  parseDocument(secondFactorDocument, await transaction.get(factorRef(firestore, uid)));

/** Seals a secret together with its member's uid, so that it is useless in another member's document. */
const seal = ({ factorSecrets }: Deps, uid: string, secret: string) =>
  factorSecrets.seal(`${uid} ${secret}`);

function unseal({ factorSecrets }: Deps, uid: string, sealed: string): string {
  const [owner, secret = ''] = factorSecrets.open(sealed).split(' ');
  if (owner !== uid) throw new Error('A second factor of somebody else');
  return secret;
}

const digestOf = ({ factorSecrets }: Deps, uid: string, code: string) =>
  factorSecrets.digest(`recovery code of ${uid}`, code);

const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => secretCode(RECOVERY_CODE_LENGTH, draw));

const told = (factor: Factor | null): SecondFactor => ({
  confirmedAt: factor?.confirmedAt ? new Date(factor.confirmedAt).toISOString() : null,
  recoveryCodesLeft: factor?.recovery.length ?? 0,
});

/** When a member of staff confirmed their second factor, and how many recovery codes are left. */
export async function readFactor(firestore: Firestore, uid: string): Promise<SecondFactor> {
  return told(parseDocument(secondFactorDocument, await factorRef(firestore, uid).get()));
}

/**
 * Creates a secret that is pending until its first code; an existing factor remains valid until then.
 * @param now epoch ms
 */
export async function beginFactor(
  deps: Deps,
  { uid, ...names }: Owner,
  now: number,
): Promise<{ readonly uri: string; readonly secret: string }> {
  const secret = base32(randomBytes(SECRET_BYTES));
  const validUntil = Timestamp.fromMillis(now + FACTOR_PENDING_MS);
  const pending = { secret: seal(deps, uid, secret), validUntil };
  await factorRef(deps.firestore, uid).set({ pending }, { merge: true });
  return { uri: factorUri(secret, names), secret };
}

const shownFields = (now: number) => ({
  secondFactorAt: Timestamp.fromMillis(now),
  factorExempt: false,
});

const HIDDEN = { secondFactorAt: null, factorExempt: false };

export const staffIn = async (firestore: Firestore): Promise<string[]> => {
  const { docs } = await firestore.collection('users').where('staff', '==', true).select().get();
  return docs.map(({ id }) => id);
};

/**
 * Has open sessions of these members of staff show the second factor if they began while the site required none: rules
 * can't read that setting. @returns how many sessions
 */
export async function endExemptions(
  firestore: Firestore,
  uids: readonly string[],
): Promise<number> {
  const sessions = await Promise.all(
    uids.map((uid) => openSessionsOf(firestore, uid).select('factorExempt').get()),
  );
  const exempt = sessions.flatMap(({ docs }) =>
    docs.filter((session) => session.get('factorExempt') === true),
  );
  // One by one, with its precondition: a session may show the factor, or end, in the meantime.
  await Promise.all(exempt.map(({ ref, updateTime }) => updateAsRead({ ref, updateTime }, HIDDEN)));
  return exempt.length;
}

/** A code that a session shows, and when (epoch ms). */
export interface Showing {
  readonly session: Session;
  readonly code: string;
  readonly now: number;
}

/** Records in the audit that somebody changed their own factor. */
function recordChange(
  firestore: Firestore,
  transaction: Transaction,
  { uid, sid }: Session,
  action: StaffAction,
  now: number,
): void {
  const reason = `by the session ${sid.slice(0, 6)}`;
  recordStaffAction(firestore, transaction, { by: uid, uid, action, reason, now });
}

/** How long (ms) the push about a changed second factor is worth sending. */
const PUSH_VALID_MS = 24 * 60 * 60_000;

/** Notifies a member of staff, by mail and push, that their second factor was set up or replaced. */
function queueNotice(
  firestore: Firestore,
  transaction: Transaction,
  { uid, record }: { readonly uid: string; readonly record: UserRecord },
  now: number,
): void {
  const { fullName, zone, email: to } = record;
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueMail({ firestore }, transaction, { template: 'secondFactorSet', to, parameters }, now);
  const push = { event: 'security', uid, about: 'second-factor' } as const;
  queuePush(firestore, transaction, { ...push, validUntil: now + PUSH_VALID_MS }, now);
}

/** The result of a confirmation: the recovery codes, or why it failed. */
export type Confirmed = { readonly recoveryCodes: string[] } | 'wrong' | 'unasked' | 'stale';

/**
 * Confirms the pending secret by one of its codes. In the same transaction it replaces the former secret, passes this
 * session, requires the other sessions to show the factor again, and notifies the member.
 * @param fresh whether this session showed the former factor recently; otherwise it can't be replaced
 */
export function confirmFactor(
  deps: Deps,
  { session, code, now }: Showing,
  { record, fresh }: { readonly record: UserRecord; readonly fresh: boolean },
): Promise<Confirmed> {
  const { firestore } = deps;
  const { uid, sid } = session;
  return firestore.runTransaction(async (transaction) => {
    const [factor, sessions] = await Promise.all([
      factorIn(firestore, transaction, uid),
      transaction.get(openSessionsOf(firestore, uid)),
    ]);
    const pending = factor?.pending;
    if (!pending || pending.validUntil <= now) return 'unasked';
    const replaced = factor.confirmedAt !== null;
    if (replaced && !fresh) return 'stale';
    const secret = unseal(deps, uid, pending.secret);
    const step = stepOfCode(secret, code, { now, lastStep: 0 });
    if (step === null) return 'wrong';
    const recoveryCodes = newRecoveryCodes();
    transaction.set(factorRef(firestore, uid), {
      secret: pending.secret,
      confirmedAt: Timestamp.fromMillis(now),
      pending: null,
      lastStep: step,
      recovery: recoveryCodes.map((one) => digestOf(deps, uid, one)),
    });
    for (const { id, ref } of sessions.docs)
      transaction.update(ref, id === sid ? shownFields(now) : HIDDEN);
    const action = replaced ? 'second factor replaced' : 'second factor set up';
    recordChange(firestore, transaction, session, action, now);
    queueNotice(firestore, transaction, { uid, record }, now);
    return { recoveryCodes };
  });
}

/** The change to a factor that a right code makes, null where the code is wrong. */
function judgeCode(deps: Deps, factor: Factor, { session: { uid }, code, now }: Showing) {
  if (factor.secret === null) return null;
  if (isFactorCode(code)) {
    const secret = unseal(deps, uid, factor.secret);
    const step = stepOfCode(secret, code, { now, lastStep: factor.lastStep });
    return step === null ? null : { lastStep: step };
  }
  const digest = digestOf(deps, uid, code);
  const recovery = factor.recovery.filter((one) => one !== digest);
  return recovery.length === factor.recovery.length ? null : { recovery };
}

/**
 * Passes a session by a code of the authenticator or a recovery code. Each code counts once, even in concurrent calls.
 * @returns the remaining factor, null where the code is wrong or nothing is set up
 */
export function passFactor(deps: Deps, showing: Showing): Promise<SecondFactor | null> {
  const { firestore } = deps;
  const { session, now } = showing;
  return firestore.runTransaction(async (transaction) => {
    const factor = await factorIn(firestore, transaction, session.uid);
    const change = factor && judgeCode(deps, factor, showing);
    if (!change) return null;
    transaction.update(factorRef(firestore, session.uid), change);
    transaction.update(sessionRef(firestore, session), shownFields(now));
    if ('recovery' in change)
      recordChange(firestore, transaction, session, 'recovery code used', now);
    return told({ ...factor, ...change });
  });
}

/** Creates new recovery codes and voids the former ones; null where no factor is set up. */
export function renewRecoveryCodes(
  deps: Deps,
  session: Session,
  now: number,
): Promise<string[] | null> {
  const { firestore } = deps;
  const { uid } = session;
  return firestore.runTransaction(async (transaction) => {
    const factor = await factorIn(firestore, transaction, uid);
    if (!factor?.confirmedAt) return null;
    const codes = newRecoveryCodes();
    const recovery = codes.map((one) => digestOf(deps, uid, one));
    transaction.update(factorRef(firestore, uid), { recovery });
    recordChange(firestore, transaction, session, 'recovery codes renewed', now);
    return codes;
  });
}

/**
 * Removes the second factor of a member of staff who lost authenticator and recovery codes, and ends all their
 * sessions: they sign in and set up another one.
 * @param by who did it, as the audit shows it
 * @param now epoch ms
 * @returns false where none was set up
 * @throws MemberGoneError
 */
export function resetFactor(
  firestore: Firestore,
  { uid, by, reason, now }: { uid: string; by: string; reason: string; now: number },
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const factor = await transaction.get(factorRef(firestore, uid));
    const end = await endSessions(firestore, transaction, { uid }, now);
    if (!factor.exists) return false;
    transaction.delete(factor.ref);
    end();
    const action = 'second factor reset';
    recordStaffAction(firestore, transaction, { by, uid, action, reason, now });
    return true;
  });
}
