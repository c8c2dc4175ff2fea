import type { UserRecord } from '@quantalgo/contracts/account/member';
import { LONG_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import { TELEGRAM_CODE_TTL_MS } from '@quantalgo/contracts/telegram/endpoints';
import {
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { credentialDocument } from '../../collections/account';
import { drawSecretCode } from '../../domain/auth/codes';
import type { ChannelName } from '../../domain/telegram/telegram';
import { getAccessChannel } from '../../domain/telegram/botTexts';
import { telegramChatDocument, telegramCodeDocument } from '../../collections/telegram';
import { COLLECTIONS } from '../../collections/collections';
import { parseDocument, readAll } from '../core/documents';
import { queueEmail, queuePush } from '../core/queues';
import { type Digester, draw } from '../core/secrets';
import { recordStaffAction } from '../core/staffActions';
import { credentialRef } from './credentials';
import { requireOpenSession, isSessionOpen, type Session, sessionRef } from './sessions';
import { requireMember, parseUser, userRef } from '../account/users';

interface Deps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

export type LinkedChat = z.output<typeof telegramChatDocument> & { readonly uid: string };

export const getChatsCollection = (firestore: Firestore): CollectionReference =>
  firestore.collection('telegramChats');

export function parseChat(document: DocumentSnapshot): LinkedChat | null {
  const row = parseDocument(telegramChatDocument, document);
  return row && row.uid !== null ? { ...row, uid: row.uid } : null;
}

/** Due immediately, so that the person is removed from the channels even if no trigger runs. */
const toUnlinkedFields = (now: number, farewell: boolean) => ({
  uid: null,
  ...(farewell && { farewell }),
  dueAt: Timestamp.fromMillis(now),
  expireAt: Timestamp.fromMillis(now + COLLECTIONS.telegramChats.retentionMs),
});

const buildMemberChatsQuery = (firestore: Firestore, uid: string): Query =>
  getChatsCollection(firestore).where('uid', '==', uid);

const codeRef = ({ firestore, secrets }: Deps, code: string) =>
  firestore.collection('telegramCodes').doc(secrets.digest('telegram code', code));

/**
 * The code links one chat, within minutes and while the calling session is open. Voids earlier
 * codes; only the digest is stored. `now` and `expiresAt` in epoch ms.
 * @throws MemberGoneError, also if the calling session has ended
 */
export async function issueTelegramCode(
  deps: Deps,
  session: Session,
  now: number,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const { firestore } = deps;
  const { uid } = session;
  const code = drawSecretCode(LONG_CODE_LENGTH, draw);
  const expiresAt = now + TELEGRAM_CODE_TTL_MS;
  const validUntil = Timestamp.fromMillis(expiresAt);
  await firestore.runTransaction(async (transaction) => {
    await requireMember(firestore, transaction, uid);
    await requireOpenSession(firestore, transaction, session, now);
    const earlierCodes = firestore.collection('telegramCodes').where('uid', '==', uid);
    for (const { ref } of (await transaction.get(earlierCodes)).docs) transaction.delete(ref);
    const fields = { uid, sid: session.sid, validUntil, expireAt: validUntil };
    transaction.create(codeRef(deps, code), fields);
  });
  return { code, expiresAt };
}

interface ChatChange {
  readonly uid: string;
  readonly record: UserRecord | null;
  readonly action: 'telegram linked' | 'telegram unlinked';
  readonly reason: string;
  readonly now: number;
}

const LINK_NOTICES = {
  'telegram linked': { template: 'telegramLinked', about: 'telegram-linked' },
  'telegram unlinked': { template: 'telegramUnlinked', about: 'telegram-unlinked' },
} as const;

/** The audit entry omits the person's Telegram id. */
function announceChange(
  firestore: Firestore,
  transaction: Transaction,
  { record, ...change }: ChatChange,
): void {
  const { uid, action, now } = change;
  recordStaffAction(firestore, transaction, { by: uid, ...change });
  if (!record) return;
  const { fullName, zone, email: to } = record;
  const { template, about } = LINK_NOTICES[action];
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueEmail({ firestore }, transaction, { template, to, uid, parameters }, now);
  queuePush(firestore, transaction, { event: 'security', uid, about }, now);
}

/** An `other chat` or `other account` must be unlinked first. */
export type LinkResult = 'linked' | 'wrong code' | 'other chat' | 'other account';

/** Consumes the code. A member has one chat and a chat one member. Never replaces a link. */
export async function linkChat(
  deps: Deps,
  { code, chat }: { readonly code: string; readonly chat: string },
  now: number,
): Promise<LinkResult> {
  const { firestore } = deps;
  const reference = codeRef(deps, code);
  return firestore.runTransaction(async (transaction) => {
    const storedCode = parseDocument(telegramCodeDocument, await transaction.get(reference));
    if (!storedCode || storedCode.validUntil <= now) return 'wrong code';
    const { uid } = storedCode;
    const issuer = await transaction.get(sessionRef(firestore, storedCode));
    if (!isSessionOpen(issuer, uid, now)) return 'wrong code';
    const record = parseUser(await transaction.get(userRef(firestore, uid)));
    const memberChats = await transaction.get(buildMemberChatsQuery(firestore, uid));
    const linkedChat = parseChat(await transaction.get(getChatsCollection(firestore).doc(chat)));
    if (linkedChat && linkedChat.uid !== uid) return 'other account';
    transaction.delete(reference);
    if (!record) return 'wrong code';
    if (memberChats.docs.some(({ id }) => id !== chat)) return 'other chat';
    const at = Timestamp.fromMillis(now);
    transaction.set(getChatsCollection(firestore).doc(chat), {
      uid,
      linkedAt: at,
      channel: null,
      dueAt: at,
    });
    const reason = 'Linked with a code';
    announceChange(firestore, transaction, { uid, record, action: 'telegram linked', reason, now });
    return 'linked';
  });
}

export const isChatLinked = async (firestore: Firestore, chat: string): Promise<boolean> =>
  parseChat(await getChatsCollection(firestore).doc(chat).get()) !== null;

export const unlinkChat = (firestore: Firestore, chat: string, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const reference = getChatsCollection(firestore).doc(chat);
    const row = parseChat(await transaction.get(reference));
    if (!row) return;
    const { uid } = row;
    const record = parseUser(await transaction.get(userRef(firestore, uid)));
    transaction.update(reference, toUnlinkedFields(now, false));
    const change = { action: 'telegram unlinked', reason: 'By /stop in the chat', now } as const;
    announceChange(firestore, transaction, { uid, record, ...change });
  });

/** Reads immediately; the returned function unlinks, notifies and records. */
export async function prepareUnlink(
  firestore: Firestore,
  transaction: Transaction,
  { uid, reason, now, notify }: Pick<ChatChange, 'uid' | 'reason' | 'now'> & { notify: boolean },
): Promise<() => void> {
  const { docs } = await transaction.get(buildMemberChatsQuery(firestore, uid));
  if (docs.length === 0) return () => undefined;
  const record = notify ? parseUser(await transaction.get(userRef(firestore, uid))) : null;
  return () => {
    for (const { ref } of docs) transaction.update(ref, toUnlinkedFields(now, true));
    const action = 'telegram unlinked';
    announceChange(firestore, transaction, { uid, record, action, reason, now });
  };
}

export const unlinkMember = (firestore: Firestore, uid: string, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const unlink = await prepareUnlink(firestore, transaction, {
      uid,
      reason: 'In Account Hub',
      now,
      notify: true,
    });
    unlink();
  });

export async function unlinkErasedMember(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<void> {
  const { docs } = await buildMemberChatsQuery(firestore, uid).get();
  await Promise.all(docs.map(({ ref }) => ref.update(toUnlinkedFields(now, true))));
}

export async function readLinkTime(firestore: Firestore, uid: string): Promise<number | null> {
  const { docs } = await buildMemberChatsQuery(firestore, uid).limit(1).get();
  const [chatDocument] = docs;
  return (chatDocument && parseChat(chatDocument)?.linkedAt) ?? null;
}

export async function readMemberChannel(
  firestore: Firestore,
  uid: string,
): Promise<ChannelName | null> {
  const [user, credential] = await readAll(
    firestore,
    userRef(firestore, uid),
    credentialRef(firestore, uid),
  );
  const storedCredential = parseDocument(credentialDocument, credential);
  return getAccessChannel(storedCredential && !storedCredential.blocked ? parseUser(user) : null);
}

export async function readChatChannel(
  firestore: Firestore,
  chat: string,
): Promise<ChannelName | null> {
  const row = parseChat(await getChatsCollection(firestore).doc(chat).get());
  return row && readMemberChannel(firestore, row.uid);
}

/** Makes a chat due if its channel no longer matches the member's access. */
export async function markChatsDue(firestore: Firestore, uid: string): Promise<void> {
  const { docs } = await buildMemberChatsQuery(firestore, uid).get();
  if (docs.length === 0) return;
  const channel = await readMemberChannel(firestore, uid);
  const outdatedChats = docs.filter((document) => parseChat(document)?.channel !== channel);
  await Promise.all(outdatedChats.map(({ ref }) => ref.update({ dueAt: Timestamp.fromMillis(0) })));
}
