import { randomBytes } from 'node:crypto';
import { toUser, type UserRecord } from '@quantalgo/contracts/account/member';
import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import type { Auth } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { credentialDocument } from '../../collections/account';
import { newDeviceNotices } from '../../domain/account/account';
import { parseDocument, readAll } from '../core/documents';
import { queueMail, queuePush } from '../core/queues';
import type { Digester } from '../core/secrets';
import { syncAccessClaims } from './accessClaims';
import { type Credential, credentialRef, type Proven, withDevice } from './credentials';
import type { CustomTokenSignIn } from './identityToolkit';
import {
  endSessionsOf,
  MAX_SESSIONS,
  openSessionsOf,
  proofOf,
  type Session,
  sessionFields,
  sessionRef,
} from './sessions';
import { MemberGoneError, userOf, userRef } from '../account/users';

/** Sessions beyond the most that one login ends: there are several only where logins came at one time. */
const ENDED_AT_ONCE = 20;

const SID_BYTES = 20;

interface SessionDeps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly signInWithToken: CustomTokenSignIn;
  /** Whether the site demands a second factor of staff. */
  readonly demandsFactor: boolean;
  readonly secrets: Digester;
  readonly log: { error(message: string, fields: { readonly cause: unknown }): void };
}

/**
 * A code that opens a session in place of a password. Reads in the transaction that writes the session; the returned
 * function uses the code up. Null where it isn't valid any more.
 */
export type Claim = (transaction: Transaction, member: UserRecord) => Promise<(() => void) | null>;

/** How a session is opened. */
export interface NewSession {
  /** The hash that the password matched, for a login by password: it must still be the member's. */
  readonly proven?: Proven;
  readonly claim?: Claim;
  /** Digest of the device's secret, to be remembered. */
  readonly device?: string;
}

/** The tokens of a session. They open nothing until the session's document is written. */
export interface MintedSession extends Session {
  readonly token: string;
  readonly customToken: string;
}

/** Mints the tokens of a member's next session, before a transaction uses up what it is opened by. */
export async function mintSession(
  { auth, firestore, signInWithToken }: Pick<SessionDeps, 'auth' | 'firestore' | 'signInWithToken'>,
  uid: string,
): Promise<MintedSession> {
  const sid = randomBytes(SID_BYTES).toString('base64url');
  await syncAccessClaims({ auth, firestore }, uid);
  // With the only claim that no grant ever contains: other claims would shadow later grants.
  const customToken = await auth.createCustomToken(uid, { sid });
  return { uid, sid, customToken, token: await signInWithToken(customToken) };
}

const toSessionData = (
  secrets: Digester,
  { uid, sid, token, customToken }: MintedSession,
  record: UserRecord,
): SessionData => ({
  token,
  customToken,
  user: toUser(uid, record),
  signOutProof: proofOf(secrets, sid),
});

export type GrantDeps = Pick<SessionDeps, 'firestore' | 'demandsFactor' | 'secrets'>;

/** Staff who set up a second factor must show it even on a site that demands none. */
const isExempt = ({ demandsFactor }: GrantDeps, factor: DocumentSnapshot): boolean =>
  !demandsFactor && !factor.get('confirmedAt');

/** Writes a new session, unless the member is gone or blocked, or what it is opened by isn't valid any more. */
async function grantSession(
  deps: GrantDeps,
  transaction: Transaction,
  minted: MintedSession,
  { proven, claim, device }: NewSession,
  now: number,
): Promise<SessionData | null> {
  const { firestore, secrets } = deps;
  const { uid } = minted;
  const [user, credential, factor] = await readAll(
    transaction,
    userRef(firestore, uid),
    credentialRef(firestore, uid),
    firestore.collection('secondFactors').doc(uid),
  );
  const record = userOf(user);
  const held = parseDocument(credentialDocument, credential);
  if (!record || !held || held.blocked) return null;
  if (proven && held.password?.hash !== proven.hash) return null;
  const useUp = claim && (await claim(transaction, record));
  if (useUp === null) return null;
  useUp?.();
  const fields = sessionFields(uid, now, isExempt(deps, factor));
  transaction.create(sessionRef(firestore, minted), fields);
  if (device !== undefined && held.devices.at(-1) !== device) {
    const notice = queueNewDeviceNotice(
      { firestore, transaction },
      { uid, record, held, device },
      now,
    );
    transaction.update(credential.ref, { devices: withDevice(held.devices, device), ...notice });
  }
  return toSessionData(secrets, minted, record);
}

/**
 * Reads what the session needs that replaces the caller's; the returned function writes it. For a transaction that ends
 * all sessions, which the caller's must be until then.
 * @throws MemberGoneError
 */
export async function replaceSession(
  deps: GrantDeps,
  transaction: Transaction,
  minted: MintedSession,
  now: number,
): Promise<(changes?: Partial<UserRecord>) => SessionData> {
  const { firestore, secrets } = deps;
  const { uid } = minted;
  const [user, factor] = await readAll(
    transaction,
    userRef(firestore, uid),
    firestore.collection('secondFactors').doc(uid),
  );
  const record = userOf(user);
  if (!record) throw new MemberGoneError(`There is no member ${uid} any more`);
  return (changes = {}) => {
    const fields = sessionFields(uid, now, isExempt(deps, factor));
    transaction.create(sessionRef(firestore, minted), fields);
    return toSessionData(secrets, minted, { ...record, ...changes });
  };
}

/** How long (ms) the push about a sign-in on a new device is worth sending. */
const SIGN_IN_PUSH_VALID_MS = 60 * 60_000;

/**
 * Notifies a member of a sign-in on a new device: by mail in any case, and by push unless they switched it off.
 * @returns the fields that the credential stores about the notice
 */
function queueNewDeviceNotice(
  { firestore, transaction }: { readonly firestore: Firestore; readonly transaction: Transaction },
  {
    uid,
    record: { email, fullName, zone },
    held,
    device,
  }: {
    readonly uid: string;
    readonly record: UserRecord;
    readonly held: Pick<Credential, 'devices' | 'toldAt'>;
    readonly device: string;
  },
  now: number,
): { readonly toldAt?: Timestamp[] } {
  const toldAt = newDeviceNotices(held, device, now);
  if (!toldAt) return {};
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueMail({ firestore }, transaction, { template: 'newDevice', to: email, uid, parameters }, now);
  const validUntil = now + SIGN_IN_PUSH_VALID_MS;
  queuePush(firestore, transaction, { event: 'security', uid, about: 'sign-in', validUntil }, now);
  return { toldAt: toldAt.map((at) => Timestamp.fromMillis(at)) };
}

/** The member's sessions beyond the most, counting the given one. */
async function surplusBeside(firestore: Firestore, { uid, sid }: Session): Promise<string[]> {
  const newest = openSessionsOf(firestore, uid).limit(MAX_SESSIONS + ENDED_AT_ONCE);
  const { docs } = await newest.select().get();
  const others = docs.map(({ id }) => id).filter((id) => id !== sid);
  return others.slice(MAX_SESSIONS - 1);
}

/**
 * Opens a session of a member, by a proven password or a claim. The claim is used up only if all else has succeeded.
 * @param now epoch ms
 * @returns null where there is no such member, they are blocked, or what it is opened by isn't valid any more
 */
export async function openSession(
  deps: SessionDeps,
  uid: string,
  now: number,
  opening: NewSession = {},
): Promise<SessionData | null> {
  const { firestore, log } = deps;
  const minted = await mintSession(deps, uid);
  const [data, surplus] = await Promise.all([
    firestore.runTransaction((transaction) =>
      grantSession(deps, transaction, minted, opening, now),
    ),
    surplusBeside(firestore, minted),
  ]);
  if (data && surplus.length > 0)
    // Not the granting transaction, in which logins at one time would wait for each other. The next login tries again.
    await endSessionsOf(firestore, uid, surplus, now).catch((cause: unknown) =>
      log.error('Sessions beyond the most were not ended', { cause }),
    );
  return data;
}
