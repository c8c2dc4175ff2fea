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
import { addDeviceNotice } from '../../domain/account/account';
import { parseDocument, readAll } from '../core/documents';
import { queueEmail, queuePush } from '../core/queues';
import type { Digester } from '../core/secrets';
import { syncAccessClaims } from './accessClaims';
import { type Credential, credentialRef, type ProvenHash, appendDevice } from './credentials';
import type { ExchangeCustomToken } from './identityToolkit';
import {
  endMemberSessions,
  MAX_SESSIONS,
  buildOpenSessionsQuery,
  createLogoutProof,
  type Session,
  toSessionFields,
  sessionRef,
} from './sessions';
import { MemberGoneError, parseUser, userRef } from '../account/users';
import type { ErrorLog } from '../core/log';

/** Only simultaneous logins leave several surplus sessions. A login ends at most this many. */
const MAX_SURPLUS_SESSIONS = 20;

const SID_BYTES = 20;

interface SessionDeps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly exchangeToken: ExchangeCustomToken;
  readonly requiresFactor: boolean;
  readonly secrets: Digester;
  readonly log: ErrorLog;
}

/**
 * Redeems a code instead of a password. Reads in the granting transaction; the returned function
 * uses up the code. Null if it is no longer valid.
 */
export type SessionClaim = (
  transaction: Transaction,
  member: UserRecord,
) => Promise<(() => void) | null>;

export interface SessionOpening {
  /** The hash that the password matched; must still be the member's. */
  readonly provenHash?: ProvenHash;
  readonly claim?: SessionClaim;
  readonly device?: string;
}

/** The tokens are useless until the session's document is written. */
export interface MintedSession extends Session {
  readonly token: string;
  readonly customToken: string;
}

export async function mintSession(
  { auth, firestore, exchangeToken }: Pick<SessionDeps, 'auth' | 'firestore' | 'exchangeToken'>,
  uid: string,
): Promise<MintedSession> {
  const sid = randomBytes(SID_BYTES).toString('base64url');
  await syncAccessClaims({ auth, firestore }, uid);
  // Contains only `sid`, because other claims would override access that is granted later.
  const customToken = await auth.createCustomToken(uid, { sid });
  return { uid, sid, customToken, token: await exchangeToken(customToken) };
}

const toSessionData = (
  secrets: Digester,
  { uid, sid, token, customToken }: MintedSession,
  record: UserRecord,
): SessionData => ({
  token,
  customToken,
  user: toUser(uid, record),
  logoutProof: createLogoutProof(secrets, sid),
});

export type GrantDeps = Pick<SessionDeps, 'firestore' | 'requiresFactor' | 'secrets'>;

/** Staff with a second factor must show it even if the site requires none. */
const isExempt = ({ requiresFactor }: GrantDeps, factor: DocumentSnapshot): boolean =>
  !requiresFactor && !factor.get('confirmedAt');

async function grantSession(
  deps: GrantDeps,
  transaction: Transaction,
  mintedSession: MintedSession,
  { provenHash, claim, device }: SessionOpening,
  now: number,
): Promise<SessionData | null> {
  const { firestore, secrets } = deps;
  const { uid } = mintedSession;
  const [user, credential, factor] = await readAll(
    transaction,
    userRef(firestore, uid),
    credentialRef(firestore, uid),
    firestore.collection('secondFactors').doc(uid),
  );
  const record = parseUser(user);
  const storedCredential = parseDocument(credentialDocument, credential);
  if (!record || !storedCredential || storedCredential.blocked) return null;
  if (provenHash && storedCredential.password?.hash !== provenHash.hash) return null;
  const consumeCode = claim && (await claim(transaction, record));
  if (consumeCode === null) return null;
  consumeCode?.();
  const fields = toSessionFields(uid, now, isExempt(deps, factor));
  transaction.create(sessionRef(firestore, mintedSession), fields);
  if (device !== undefined && storedCredential.devices.at(-1) !== device) {
    const notice = queueNewDeviceNotice(
      { firestore, transaction },
      { uid, record, credential: storedCredential, device },
      now,
    );
    transaction.update(credential.ref, {
      devices: appendDevice(storedCredential.devices, device),
      ...notice,
    });
  }
  return toSessionData(secrets, mintedSession, record);
}

/**
 * For a transaction that ends all sessions; the returned function writes the new one.
 * @throws MemberGoneError
 */
export async function replaceSession(
  deps: GrantDeps,
  transaction: Transaction,
  mintedSession: MintedSession,
  now: number,
): Promise<(changes?: Partial<UserRecord>) => SessionData> {
  const { firestore, secrets } = deps;
  const { uid } = mintedSession;
  const [user, factor] = await readAll(
    transaction,
    userRef(firestore, uid),
    firestore.collection('secondFactors').doc(uid),
  );
  const record = parseUser(user);
  if (!record) throw new MemberGoneError();
  return (changes = {}) => {
    const fields = toSessionFields(uid, now, isExempt(deps, factor));
    transaction.create(sessionRef(firestore, mintedSession), fields);
    return toSessionData(secrets, mintedSession, { ...record, ...changes });
  };
}

const LOGIN_PUSH_TTL_MS = 60 * 60_000;

/**
 * Queues an email, and a push unless the member switched them off.
 * @returns the credential's fields about the notice
 */
function queueNewDeviceNotice(
  { firestore, transaction }: { readonly firestore: Firestore; readonly transaction: Transaction },
  {
    uid,
    record: { email, fullName, zone },
    credential,
    device,
  }: {
    readonly uid: string;
    readonly record: UserRecord;
    readonly credential: Pick<Credential, 'devices' | 'noticeTimes'>;
    readonly device: string;
  },
  now: number,
): { readonly noticeTimes?: Timestamp[] } {
  const noticeTimes = addDeviceNotice(credential, device, now);
  if (!noticeTimes) return {};
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueEmail(
    { firestore },
    transaction,
    { template: 'newDevice', to: email, uid, parameters },
    now,
  );
  const validUntil = now + LOGIN_PUSH_TTL_MS;
  queuePush(
    firestore,
    transaction,
    { event: 'security', uid, about: 'new-login', validUntil },
    now,
  );
  return { noticeTimes: noticeTimes.map((at) => Timestamp.fromMillis(at)) };
}

async function findSurplusSessions(firestore: Firestore, { uid, sid }: Session): Promise<string[]> {
  const newest = buildOpenSessionsQuery(firestore, uid).limit(MAX_SESSIONS + MAX_SURPLUS_SESSIONS);
  const { docs } = await newest.select().get();
  const otherSids = docs.map(({ id }) => id).filter((id) => id !== sid);
  return otherSids.slice(MAX_SESSIONS - 1);
}

/**
 * The code is used up only if the session opens.
 * @returns null if the member is unknown or blocked, or the password or code is no longer valid
 */
export async function openSession(
  deps: SessionDeps,
  uid: string,
  now: number,
  opening: SessionOpening = {},
): Promise<SessionData | null> {
  const { firestore, log } = deps;
  const mintedSession = await mintSession(deps, uid);
  const [data, surplusSids] = await Promise.all([
    firestore.runTransaction((transaction) =>
      grantSession(deps, transaction, mintedSession, opening, now),
    ),
    findSurplusSessions(firestore, mintedSession),
  ]);
  if (data && surplusSids.length > 0)
    // Outside the granting transaction, where simultaneous logins would block each other. The next
    // login retries.
    await endMemberSessions(firestore, uid, surplusSids, now).catch((cause: unknown) =>
      log.error('Failed to end sessions over the limit', { cause }),
    );
  return data;
}
