import type { UserRecord } from '@quantalgo/contracts/account/member';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { TYPED_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import { TELEGRAM_CODE_MS } from '@quantalgo/contracts/telegram/endpoints';
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
import { secretCode } from '../../domain/auth/codes';
import type { ChannelName } from '../../domain/telegram/telegram';
import { channelOf } from '../../domain/telegram/bot';
import { telegramChatDocument, telegramCodeDocument } from '../../collections/telegram';
import { KEPT_MS } from '../../retention';
import { parseDocument, readAll } from '../core/documents';
import { queueMail, queuePush } from '../core/queues';
import { type Digester, draw } from '../core/secrets';
import { recordStaffAction } from '../core/staffActions';
import { credentialRef } from './credentials';
import { callerEnd, isSessionOpen, type Session, sessionRef } from './sessions';
import { memberIn, userOf, userRef } from '../account/users';

interface Deps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

/** A linked chat; times in epoch ms. */
export type LinkedChat = z.output<typeof telegramChatDocument> & { readonly uid: string };

export const chatsIn = (firestore: Firestore): CollectionReference =>
  firestore.collection('telegramChats');

/** The linked chat in a document; null where there is none. */
export function chatOf(document: DocumentSnapshot): LinkedChat | null {
  const row = parseDocument(telegramChatDocument, document);
  return row && row.uid !== null ? { ...row, uid: row.uid } : null;
}

/** The fields of an unlinked chat: due at once, so that its person leaves the channels even if no trigger runs. */
const unlinkedFields = (now: number, farewell: boolean) => ({
  uid: null,
  ...(farewell && { farewell }),
  dueAt: Timestamp.fromMillis(now),
  expireAt: Timestamp.fromMillis(now + KEPT_MS.telegramChats),
});

const chatsOfMember = (firestore: Firestore, uid: string): Query =>
  chatsIn(firestore).where('uid', '==', uid);

const codeRef = ({ firestore, secrets }: Deps, code: string) =>
  firestore.collection('telegramCodes').doc(secrets.digest('telegram code', code));

/**
 * Issues a code that links one chat to the caller's member within minutes and while the calling session is open, and voids
 * those that they were given before.
 * Only its digest is stored. `now` and `expiresAt` in epoch ms.
 * @throws MemberGoneError, also where the calling session was ended while the call was under way
 */
export async function issueCode(
  deps: Deps,
  session: Session,
  now: number,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const { firestore } = deps;
  const { uid } = session;
  const code = secretCode(TYPED_CODE_LENGTH, draw);
  const expiresAt = now + TELEGRAM_CODE_MS;
  const validUntil = Timestamp.fromMillis(expiresAt);
  await firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    await callerEnd(firestore, transaction, session, now);
    const before = firestore.collection('telegramCodes').where('uid', '==', uid);
    for (const { ref } of (await transaction.get(before)).docs) transaction.delete(ref);
    const fields = { uid, sid: session.sid, validUntil, expireAt: validUntil };
    transaction.create(codeRef(deps, code), fields);
  });
  return { code, expiresAt };
}

interface ChatChange {
  readonly uid: string;
  /** Who is notified; null for somebody who is erased. */
  readonly record: UserRecord | null;
  readonly action: 'telegram linked' | 'telegram unlinked';
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** How long (ms) the push about a changed chat is worth sending. */
const PUSH_VALID_MS = DAY_MS;

const NOTICES = {
  'telegram linked': { template: 'telegramLinked', about: 'telegram-linked' },
  'telegram unlinked': { template: 'telegramUnlinked', about: 'telegram-unlinked' },
} as const;

/** Records a change in the audit, without the person's id at Telegram, and notifies the member by mail and push. */
function announceChange(
  firestore: Firestore,
  transaction: Transaction,
  { record, ...change }: ChatChange,
): void {
  const { uid, action, now } = change;
  recordStaffAction(firestore, transaction, { by: uid, ...change });
  if (!record) return;
  const { fullName, zone, email: to } = record;
  const { template, about } = NOTICES[action];
  const parameters = { fullName, zone, at: new Date(now).toISOString() };
  queueMail({ firestore }, transaction, { template, to, uid, parameters }, now);
  const validUntil = now + PUSH_VALID_MS;
  queuePush(firestore, transaction, { event: 'security', uid, about, validUntil }, now);
}

/** `other chat`, `other account`: what is linked has to be unlinked first. */
export type LinkResult = 'linked' | 'wrong code' | 'other chat' | 'other account';

/**
 * Links a chat to the member of a code, which it consumes. A member has one chat and a chat one member; neither is
 * displaced. `now` in epoch ms.
 */
export async function linkChat(
  deps: Deps,
  { code, chat }: { readonly code: string; readonly chat: string },
  now: number,
): Promise<LinkResult> {
  const { firestore } = deps;
  const reference = codeRef(deps, code);
  return firestore.runTransaction(async (transaction) => {
    const issued = parseDocument(telegramCodeDocument, await transaction.get(reference));
    if (!issued || issued.validUntil <= now) return 'wrong code';
    const { uid } = issued;
    const issuer = await transaction.get(sessionRef(firestore, issued));
    if (!isSessionOpen(issuer, uid, now)) return 'wrong code';
    const record = userOf(await transaction.get(userRef(firestore, uid)));
    const linked = await transaction.get(chatsOfMember(firestore, uid));
    const before = chatOf(await transaction.get(chatsIn(firestore).doc(chat)));
    if (before && before.uid !== uid) return 'other account';
    transaction.delete(reference);
    if (!record) return 'wrong code';
    if (linked.docs.some(({ id }) => id !== chat)) return 'other chat';
    const at = Timestamp.fromMillis(now);
    transaction.set(chatsIn(firestore).doc(chat), { uid, linkedAt: at, channel: null, dueAt: at });
    const reason = 'A chat by its code';
    announceChange(firestore, transaction, { uid, record, action: 'telegram linked', reason, now });
    return 'linked';
  });
}

/** Whether a chat is linked. */
export const isLinked = async (firestore: Firestore, chat: string): Promise<boolean> =>
  chatOf(await chatsIn(firestore).doc(chat).get()) !== null;

/** Unlinks a chat: its person leaves the channels once that is committed. `now` in epoch ms. */
export const unlinkChat = (firestore: Firestore, chat: string, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const reference = chatsIn(firestore).doc(chat);
    const row = chatOf(await transaction.get(reference));
    if (!row) return;
    const { uid } = row;
    const record = userOf(await transaction.get(userRef(firestore, uid)));
    transaction.update(reference, unlinkedFields(now, false));
    const change = { action: 'telegram unlinked', reason: 'By /stop in the chat', now } as const;
    announceChange(firestore, transaction, { uid, record, ...change });
  });

/**
 * Unlinks a member's chat in a transaction: reads immediately, the returned function writes. The chat, the member and the
 * audit are told.
 * @param now epoch ms
 */
export async function prepareUnlink(
  firestore: Firestore,
  transaction: Transaction,
  { uid, reason, now, notify }: Pick<ChatChange, 'uid' | 'reason' | 'now'> & { notify: boolean },
): Promise<() => void> {
  const { docs } = await transaction.get(chatsOfMember(firestore, uid));
  if (docs.length === 0) return () => undefined;
  const record = notify ? userOf(await transaction.get(userRef(firestore, uid))) : null;
  return () => {
    for (const { ref } of docs) transaction.update(ref, unlinkedFields(now, true));
    const action = 'telegram unlinked';
    announceChange(firestore, transaction, { uid, record, action, reason, now });
  };
}

/** Unlinks a member's chat likewise. `now` in epoch ms. */
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

/** Unlinks the chat of a member who is erased. `now` in epoch ms. */
export async function unlinkErased(firestore: Firestore, uid: string, now: number): Promise<void> {
  const { docs } = await chatsOfMember(firestore, uid).get();
  await Promise.all(docs.map(({ ref }) => ref.update(unlinkedFields(now, true))));
}

/** When a member's chat was linked, epoch ms; null where none is. */
export async function linkedSince(firestore: Firestore, uid: string): Promise<number | null> {
  const { docs } = await chatsOfMember(firestore, uid).limit(1).get();
  const [first] = docs;
  return (first && chatOf(first)?.linkedAt) ?? null;
}

/** The channel that a member's access opens now; null for one who is gone or blocked. */
export async function channelOfMember(
  firestore: Firestore,
  uid: string,
): Promise<ChannelName | null> {
  const [user, credential] = await readAll(
    firestore,
    userRef(firestore, uid),
    credentialRef(firestore, uid),
  );
  const held = parseDocument(credentialDocument, credential);
  return channelOf(held && !held.blocked ? userOf(user) : null);
}

/** The channel of a person's chat; null where it isn't linked, or opens none. */
export async function channelOfChat(
  firestore: Firestore,
  chat: string,
): Promise<ChannelName | null> {
  const row = chatOf(await chatsIn(firestore).doc(chat).get());
  return row && channelOfMember(firestore, row.uid);
}

/** Has a member's chat compared with their access at once, where it was invited to another channel. */
export async function noteAccess(firestore: Firestore, uid: string): Promise<void> {
  const { docs } = await chatsOfMember(firestore, uid).get();
  if (docs.length === 0) return;
  const channel = await channelOfMember(firestore, uid);
  const differing = docs.filter((document) => chatOf(document)?.channel !== channel);
  await Promise.all(differing.map(({ ref }) => ref.update({ dueAt: Timestamp.fromMillis(0) })));
}
