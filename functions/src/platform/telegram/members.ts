import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Api } from 'grammy';
import type { ChannelName } from '../../domain/telegram/telegram';
import { formatChannelChange, formatUnlinked } from '../../domain/telegram/botTexts';
import type { Clock } from '../core/clock';
import { telegramChatDocument } from '../../collections/telegram';
import { isStaleWrite, parseDocument, updateIfUnchanged } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { tryCall, type TelegramResult, sendSilentMessage } from './api';
import {
  readMemberChannel,
  parseChat,
  getChatsCollection,
  type LinkedChat,
} from '../auth/telegramChats';

export interface MemberDeps {
  readonly firestore: Firestore;
  readonly clock: Clock;
  readonly api: Api;
  readonly channels: Readonly<Record<ChannelName, string>>;
  readonly siteUrl: string;
}

/** Longest time until a linked chat is compared with its member's access again. */
const COMPARE_INTERVAL_MS = 6 * 60 * 60_000;

const RETRY_DELAY_MS = 2 * 60_000;

const INVITATION_TTL_S = 24 * 60 * 60;

class TelegramCallError extends Error {
  override readonly name = 'TelegramCallError';
}

function requireDone<T>(action: string, outcome: TelegramResult<T>): T {
  if (outcome.type === 'done') return outcome.value;
  throw new TelegramCallError(`${action}: ${outcome.problem}`);
}

const UNKNOWN_MEMBER_PATTERN = /user not found|member not found|PARTICIPANT_ID_INVALID/i;

/** Administrators can't be removed. */
const REMOVABLE_STATES: readonly string[] = ['member', 'restricted'];

async function isRemovable(api: Api, channel: string, person: number): Promise<boolean> {
  const status = await tryCall(async () => (await api.getChatMember(channel, person)).status);
  if (status.type === 'refused' && UNKNOWN_MEMBER_PATTERN.test(status.problem)) return false;
  return REMOVABLE_STATES.includes(requireDone('Finding a member', status));
}

/** @throws TelegramCallError */
export async function removeFromChannel(
  { api, channels }: Pick<MemberDeps, 'api' | 'channels'>,
  channel: ChannelName,
  person: number,
): Promise<void> {
  const chat = channels[channel];
  if (!(await isRemovable(api, chat, person))) return;
  requireDone('Removing a member', await tryCall(() => api.banChatMember(chat, person)));
  await readmit({ api, channels }, channel, person);
}

/** Telegram removes people by banning them. This lifts the ban, also after an interrupted run. */
async function readmit(
  { api, channels }: Pick<MemberDeps, 'api' | 'channels'>,
  channel: ChannelName,
  person: number,
) {
  const unbanOptions = { only_if_banned: true };
  requireDone(
    'Lifting a ban',
    await tryCall(() => api.unbanChatMember(channels[channel], person, unbanOptions)),
  );
}

async function invite({ api, channels, clock }: MemberDeps, channel: ChannelName) {
  const options = {
    creates_join_request: true,
    expire_date: Math.floor(clock() / 1000) + INVITATION_TTL_S,
  };
  const link = await tryCall(() => api.createChatInviteLink(channels[channel], options));
  return requireDone('Creating an invitation', link).invite_link;
}

async function removeFromOtherChannels(
  deps: MemberDeps,
  allowedChannel: ChannelName | null,
  person: number,
) {
  for (const channel of TELEGRAM_CHANNELS)
    if (channel !== allowedChannel) await removeFromChannel(deps, channel, person);
}

/** Actor in the audit. The change of access itself is recorded under the person who made it. */
const AUDIT_ACTOR = 'Telegram bot';

/**
 * Also records in the audit if the person left a channel.
 * @returns when the chat was written
 * @throws Error if the chat has changed since it was read
 */
async function storeChannel(
  { clock, firestore }: MemberDeps,
  { snapshot, row }: { readonly snapshot: DocumentSnapshot; readonly row: LinkedChat },
  { channel, dueAt }: { readonly channel: ChannelName | null; readonly dueAt: Timestamp },
): Promise<Timestamp | undefined> {
  const { ref, updateTime: lastUpdateTime } = snapshot;
  const batch = firestore.batch();
  batch.update(ref, { channel, dueAt }, lastUpdateTime ? { lastUpdateTime } : {});
  if (row.channel !== null && row.channel !== channel)
    recordStaffAction(firestore, batch, {
      by: AUDIT_ACTOR,
      uid: row.uid,
      action: 'telegram channel left',
      reason: `Left the ${row.channel} channel. Channel now allowed: ${channel ?? 'none'}.`,
      now: clock(),
    });
  const [chatResult] = await batch.commit();
  return chatResult?.writeTime;
}

async function forgetChat({ ref, updateTime }: DocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete(updateTime ? { lastUpdateTime: updateTime } : {});
    return true;
  } catch (error) {
    if (isStaleWrite(error)) return false;
    throw error;
  }
}

async function leaveChannels(deps: MemberDeps, snapshot: DocumentSnapshot): Promise<void> {
  const storedChat = parseDocument(telegramChatDocument, snapshot);
  if (storedChat && storedChat.dueAt > deps.clock()) return;
  try {
    await removeFromOtherChannels(deps, null, Number(snapshot.id));
  } catch (error) {
    await retryLater(deps, snapshot.ref);
    throw error;
  }
  // Deleted before the message is sent, so that a crash can't send it twice.
  if (storedChat && (await forgetChat(snapshot)) && storedChat.farewell)
    await sendSilentMessage(deps.api, snapshot.id, formatUnlinked(deps.siteUrl));
}

const retryLater = ({ clock }: MemberDeps, reference: DocumentReference): Promise<unknown> =>
  reference
    .update({ dueAt: Timestamp.fromMillis(clock() + RETRY_DELAY_MS) })
    .catch(() => undefined);

/**
 * Removes the person from channels that their access doesn't open, and sends one invitation to a
 * newly opened channel. Idempotent.
 * @throws Error if Telegram failed; the chat is compared again within minutes
 */
export async function syncChannelMembership(deps: MemberDeps, chat: string): Promise<void> {
  const { api, clock, firestore, siteUrl } = deps;
  const reference = getChatsCollection(firestore).doc(chat);
  const snapshot = await reference.get();
  const row = parseChat(snapshot);
  const person = Number(chat);
  if (!row) return leaveChannels(deps, snapshot);
  if (row.dueAt > clock()) return;
  const channel = await readMemberChannel(firestore, row.uid);
  try {
    await removeFromOtherChannels(deps, channel, person);
    const isNew = channel !== row.channel;
    if (isNew && channel !== null) await readmit(deps, channel, person);
    const invitation = isNew && channel !== null ? await invite(deps, channel) : null;
    const dueAt = Timestamp.fromMillis(clock() + COMPARE_INTERVAL_MS);
    // Stored before the message is sent, so that a crash can't send it twice.
    const updateTime = await storeChannel(deps, { snapshot, row }, { channel, dueAt });
    if (!isNew) return;
    const text = formatChannelChange(channel, { invitation, siteUrl });
    const outcome = await sendSilentMessage(api, chat, text);
    // Telegram did not accept it, so the next run invites again.
    if (outcome.type === 'later' && channel !== null)
      await updateIfUnchanged(
        { ref: reference, updateTime },
        { channel: null, dueAt: Timestamp.fromMillis(clock() + RETRY_DELAY_MS) },
      );
  } catch (error) {
    // Another run was faster, or the chat has changed and is due again.
    if (isStaleWrite(error)) return;
    await retryLater(deps, reference);
    throw error;
  }
}

const MAX_CHATS_PER_RUN = 20;

/** Runs one after another, because Telegram limits calls. */
export async function syncDueChannelMemberships(deps: MemberDeps): Promise<readonly unknown[]> {
  const dueSnapshot = await getChatsCollection(deps.firestore)
    .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
    .orderBy('dueAt')
    .limit(MAX_CHATS_PER_RUN)
    .get();
  const failures: unknown[] = [];
  for (const { id } of dueSnapshot.docs)
    await syncChannelMembership(deps, id).catch((error: unknown) => failures.push(error));
  return failures;
}
