import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Api } from 'grammy';
import type { ChannelName } from '../../domain/telegram/telegram';
import { channelText, unlinkedText } from '../../domain/telegram/bot';
import type { Clock } from '../core/clock';
import { telegramChatDocument } from '../../collections/telegram';
import { isStaleWrite, parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { attempt, type TelegramResult, writeMessage } from './api';
import { channelOfMember, chatOf, chatsIn, type LinkedChat } from '../auth/telegramChats';

export interface MemberDeps {
  readonly firestore: Firestore;
  readonly clock: Clock;
  readonly api: Api;
  readonly channels: Readonly<Record<ChannelName, string>>;
  readonly siteUrl: string;
}

/** How often (ms) each linked chat is compared with its member's access, whatever was noted. */
const COMPARED_MS = 6 * 60 * 60_000;

/** When (ms) it is tried again after Telegram refused or didn't answer. */
const AGAIN_MS = 2 * 60_000;

/** How long (s) an invitation is valid. */
const INVITED_S = 24 * 60 * 60;

/** Telegram didn't do what it was asked to. */
class TelegramCallError extends Error {
  override readonly name = 'TelegramCallError';
}

/** @throws TelegramCallError */
function done<T>(what: string, outcome: TelegramResult<T>): T {
  if (outcome.type === 'done') return outcome.value;
  throw new TelegramCallError(`${what}: ${outcome.problem}`);
}

/** What Telegram answers of a person who never was in a channel. */
const NOBODY = /user not found|member not found|PARTICIPANT_ID_INVALID/i;

/** The states of somebody who can be removed; an administrator can't. */
const INSIDE: readonly string[] = ['member', 'restricted'];

async function isInside(api: Api, channel: string, person: number): Promise<boolean> {
  const found = await attempt(async () => (await api.getChatMember(channel, person)).status);
  if (found.type === 'refused' && NOBODY.test(found.problem)) return false;
  return INSIDE.includes(done('Looking for a member', found));
}

/** Removes a person from a channel; they may come back by another invitation. Done twice it is done once. */
async function remove({ api, channels }: MemberDeps, channel: ChannelName, person: number) {
  const chat = channels[channel];
  if (!(await isInside(api, chat, person))) return;
  done('Removing a member', await attempt(() => api.banChatMember(chat, person)));
  await readmit({ api, channels }, channel, person);
}

/** Ends the ban by which a person was removed, also one that a run left behind which was killed. */
async function readmit(
  { api, channels }: Pick<MemberDeps, 'api' | 'channels'>,
  channel: ChannelName,
  person: number,
) {
  const only = { only_if_banned: true };
  done('Ending a ban', await attempt(() => api.unbanChatMember(channels[channel], person, only)));
}

async function invite({ api, channels, clock }: MemberDeps, channel: ChannelName) {
  const options = {
    creates_join_request: true,
    expire_date: Math.floor(clock() / 1000) + INVITED_S,
  };
  const link = await attempt(() => api.createChatInviteLink(channels[channel], options));
  return done('Making an invitation', link).invite_link;
}

async function removeFromOthers(deps: MemberDeps, own: ChannelName | null, person: number) {
  for (const channel of TELEGRAM_CHANNELS) if (channel !== own) await remove(deps, channel, person);
}

/** Who did it, where the bot did: the change of access itself stands in the audit under who made it. */
const BOT = 'Telegram bot';

/**
 * Stores which channel a chat was invited to; in the audit, that its person left the one before.
 * @throws Error where the chat was changed since it was read
 */
async function storeChannel(
  { clock, firestore }: MemberDeps,
  { snapshot, row }: { readonly snapshot: DocumentSnapshot; readonly row: LinkedChat },
  { channel, dueAt }: { readonly channel: ChannelName | null; readonly dueAt: Timestamp },
): Promise<void> {
  const { ref, updateTime: lastUpdateTime } = snapshot;
  const batch = firestore.batch();
  batch.update(ref, { channel, dueAt }, lastUpdateTime ? { lastUpdateTime } : {});
  if (row.channel !== null && row.channel !== channel)
    recordStaffAction(firestore, batch, {
      by: BOT,
      uid: row.uid,
      action: 'telegram channel left',
      reason: `The ${row.channel} channel: their access opens ${channel ?? 'none'} now`,
      now: clock(),
    });
  await batch.commit();
}

/** Deletes an unlinked chat; false where it was linked again, or another run deleted it. */
async function forgetChat({ ref, updateTime }: DocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete(updateTime ? { lastUpdateTime: updateTime } : {});
    return true;
  } catch (error) {
    if (isStaleWrite(error)) return false;
    throw error;
  }
}

/** Removes the person of an unlinked chat from all channels, then forgets the chat. */
async function leaveChannels(deps: MemberDeps, snapshot: DocumentSnapshot): Promise<void> {
  const unlinked = parseDocument(telegramChatDocument, snapshot);
  if (unlinked && unlinked.dueAt > deps.clock()) return;
  try {
    await removeFromOthers(deps, null, Number(snapshot.id));
  } catch (error) {
    await retryLater(deps, snapshot.ref);
    throw error;
  }
  // Deleted before it is told: after a crash nobody is told twice.
  if (unlinked && (await forgetChat(snapshot)) && unlinked.farewell)
    await writeMessage(deps.api, snapshot.id, unlinkedText(deps.siteUrl));
}

const retryLater = ({ clock }: MemberDeps, reference: DocumentReference): Promise<unknown> =>
  reference.update({ dueAt: Timestamp.fromMillis(clock() + AGAIN_MS) }).catch(() => undefined);

/**
 * Compares a chat with its member's access: removes its person from channels that aren't theirs, from all where it is not
 * linked any more, and tells them of a new one, once. Run twice or concurrently it ends the same.
 * @throws Error where Telegram didn't do it: the chat is compared again within minutes
 */
export async function syncChannelMembership(deps: MemberDeps, chat: string): Promise<void> {
  const { api, clock, firestore, siteUrl } = deps;
  const reference = chatsIn(firestore).doc(chat);
  const snapshot = await reference.get();
  const row = chatOf(snapshot);
  const person = Number(chat);
  if (!row) return leaveChannels(deps, snapshot);
  if (row.dueAt > clock()) return;
  const channel = await channelOfMember(firestore, row.uid);
  try {
    await removeFromOthers(deps, channel, person);
    const isNew = channel !== row.channel;
    if (isNew && channel !== null) await readmit(deps, channel, person);
    const invitation = isNew && channel !== null ? await invite(deps, channel) : null;
    const dueAt = Timestamp.fromMillis(clock() + COMPARED_MS);
    // Before it is told: after a crash nobody is told twice.
    await storeChannel(deps, { snapshot, row }, { channel, dueAt });
    if (isNew) await writeMessage(api, chat, channelText(channel, { invitation, siteUrl }));
  } catch (error) {
    // Another run did it, or there is something newer to do, for which it is due.
    if (isStaleWrite(error)) return;
    await retryLater(deps, reference);
    throw error;
  }
}

/** Chats per run of the sweep, those that are longest due first. */
const DUE_AT_ONCE = 20;

/**
 * Compares the chats that are due, one after the other, because Telegram counts calls.
 * @returns what went wrong
 */
export async function syncDueChannelMemberships(deps: MemberDeps): Promise<readonly unknown[]> {
  const due = await chatsIn(deps.firestore)
    .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
    .orderBy('dueAt')
    .limit(DUE_AT_ONCE)
    .get();
  const failures: unknown[] = [];
  for (const { id } of due.docs)
    await syncChannelMembership(deps, id).catch((error: unknown) => failures.push(error));
  return failures;
}
