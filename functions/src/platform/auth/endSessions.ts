import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import type { Firestore, Transaction, UpdateData } from 'firebase-admin/firestore';
import { findWaysRevokedBy } from '../../collections/auth';
import { prepareUnlink } from './telegramChats';
import { credentialRef } from './credentials';
import { type GrantDeps, type MintedSession, replaceSession } from './openings';
import { readMemberPack } from '../account/pushPacks';
import { toEndedFields, isSessionOpen, buildOpenSessionsQuery, type Session } from './sessions';
import { MemberGoneError } from '../account/users';

type Fields = UpdateData<{ [field: string]: unknown }>;

type EndSessions = (credentialFields?: Fields) => void;

/** `sid` is the calling session, which must still be open. */
export interface EndSessionsOptions {
  readonly uid: string;
  readonly sid?: string;
  /** Erased members get no notice. */
  readonly isErased?: boolean;
}

/**
 * Also voids the member's codes and links (collections with `wayIn`). Reads at once; the returned
 * function writes. A concurrent login reads the same credential, so it either commits first and is
 * ended, or sees the change.
 * @throws MemberGoneError, also if the calling session has ended
 */
export async function prepareEndSessions(
  firestore: Firestore,
  transaction: Transaction,
  { uid, sid, isErased = false }: EndSessionsOptions,
  now: number,
): Promise<EndSessions> {
  const buildOwnQuery = (name: string) => firestore.collection(name).where('uid', '==', uid);
  const reason = 'All sessions were ended';
  const [pack, credential, sessions, unlinkChat, ...codes] = await Promise.all([
    readMemberPack(firestore, transaction, uid),
    transaction.get(credentialRef(firestore, uid)),
    transaction.get(buildOpenSessionsQuery(firestore, uid)),
    prepareUnlink(firestore, transaction, { uid, reason, now, notify: !isErased }),
    ...findWaysRevokedBy('deleted by uid').map((name) => transaction.get(buildOwnQuery(name))),
  ]);
  if (!credential.exists) throw new MemberGoneError();
  const callingSession = sessions.docs.find(({ id }) => id === sid);
  if (sid !== undefined && !isSessionOpen(callingSession, uid, now))
    throw new MemberGoneError('The session has ended in the meantime');
  return (credentialFields = {}) => {
    for (const { ref } of sessions.docs) transaction.update(ref, toEndedFields(now));
    for (const { ref } of codes.flatMap(({ docs }) => docs)) transaction.delete(ref);
    for (const name of findWaysRevokedBy('deleted by id'))
      transaction.delete(firestore.collection(name).doc(uid));
    unlinkChat();
    pack.write({ remove: pack.devices.map(({ id }) => id) });
    transaction.update(credential.ref, { devices: [], ...credentialFields });
  };
}

export const endAllSessions = (
  firestore: Firestore,
  options: EndSessionsOptions,
  now: number,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const endSessions = await prepareEndSessions(firestore, transaction, options, now);
    endSessions();
  });

export interface Replacement {
  readonly mintedSession: MintedSession;
  readonly device: string;
}

export async function replaceSessions(
  deps: GrantDeps,
  transaction: Transaction,
  session: Session,
  { mintedSession, device }: Replacement,
  now: number,
): Promise<(credential?: Fields, changes?: Partial<UserRecord>) => SessionData> {
  const writeSession = await replaceSession(deps, transaction, mintedSession, now);
  const endSessions = await prepareEndSessions(deps.firestore, transaction, session, now);
  return (credential = {}, changes = {}) => {
    endSessions({ ...credential, devices: [device] });
    return writeSession(changes);
  };
}

export const endOtherSessions = (
  deps: GrantDeps,
  session: Session,
  replacement: Replacement,
  now: number,
): Promise<SessionData> =>
  deps.firestore.runTransaction(async (transaction) => {
    const replace = await replaceSessions(deps, transaction, session, replacement, now);
    return replace();
  });
