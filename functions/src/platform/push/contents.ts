import { canUseFeature } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { POST_FOLDERS, SECURITY_EVENTS } from '@quantalgo/contracts/notifications/notification';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { toPushedSignal } from '@quantalgo/contracts/signals/pushed';
import type { Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { isPushPaused, getSound, getDeviceZone } from '../../domain/push/preferences';
import {
  ANSWER_PUSH_TEXT,
  formatAccessPush,
  MENTION_PUSH_TEXT,
  formatNoGoPush,
  formatOutcomePush,
  formatSecurityPush,
  formatSignalPush,
  TEST_PUSH_TEXT,
  TICKET_PUSH_TEXT,
  type PushText,
} from '../../domain/push/texts';
import type { Broadcast, Push } from '../core/queues';
import type { PackedDevice } from '../account/pushPacks';
import type { StoredSubscription } from '../auth/pushSubscriptions';

export type PushContent = PushText &
  Pick<PushPayload, 'silent' | 'member' | 'signal' | 'entered' | 'ended' | 'access'>;

/** Silent for paper-only signals. */
export function buildSignalContent(
  signal: Signal,
  device: Pick<PackedDevice, 'uid' | 'preferences' | 'zone' | 'shownIn' | 'payout'>,
  now: number,
): PushContent {
  const verdict = getVerdict(signal, device.payout).name;
  const pushText = formatSignalPush(signal, verdict, getDeviceZone(device.shownIn, device.zone));
  const pushSignal = toPushedSignal(signal);
  const silent = verdict === 'paper' || getSound(device, 'signal', now) === 'silent';
  return { ...pushText, silent, member: device.uid, signal: pushSignal };
}

/** As loud as the signal was, but silent if the device is resting. */
export function buildNoGoContent(
  signal: Signal,
  device: Pick<
    PackedDevice,
    'uid' | 'preferences' | 'zone' | 'shownIn' | 'payout' | 'pausedUntil' | 'stoppedUntil'
  >,
  now: number,
): PushContent {
  const isPaper = getVerdict(signal, device.payout).name === 'paper';
  const isLoud = !isPaper && !isPushPaused(device, now) && getSound(device, 'signal', now) === 'on';
  return {
    ...formatNoGoPush(signal, getDeviceZone(device.shownIn, device.zone)),
    silent: !isLoud,
    ended: true,
    member: device.uid,
    signal: toPushedSignal(signal),
    entered: false,
  };
}

export const buildOutcomeContent = (
  signal: Signal & { readonly settlement: Settlement },
  device: Pick<PackedDevice, 'uid' | 'zone' | 'shownIn'>,
): PushContent => ({
  ...formatOutcomePush(signal, signal.settlement, getDeviceZone(device.shownIn, device.zone)),
  silent: true,
  ended: true,
  member: device.uid,
  signal: toPushedSignal(signal),
  ...(signal.entered !== undefined && { entered: signal.entered }),
});

export const buildNewsContent = (
  { title, text, to }: NonNullable<Broadcast['news']>,
  device: Pick<PackedDevice, 'preferences' | 'zone'>,
  now: number,
): PushContent => ({ title, body: text, to, silent: getSound(device, null, now) !== 'on' });

function buildSecurityContent(
  { about, createdAt }: Pick<Push, 'about' | 'createdAt'>,
  row: StoredSubscription,
  { notifications, zone }: UserRecord,
  now: number,
): PushContent | null {
  const event = SECURITY_EVENTS.find((one) => one === about);
  // The device that logged in is registered later than the event.
  if (!event || !notifications.security || row.createdAt > createdAt) return null;
  const pushText = formatSecurityPush(event, createdAt, getDeviceZone(zone, row.zone));
  return { ...pushText, silent: getSound(row, null, now) !== 'on' };
}

function buildMentionContent(
  { about }: Pick<Push, 'about'>,
  row: StoredSubscription,
  record: UserRecord,
  now: number,
): PushContent | null {
  const isAnswer = about?.startsWith(POST_FOLDERS.answer) === true;
  if (!canUseFeature(isAnswer ? 'traders-network' : 'essential-room', record)) return null;
  const pushText = isAnswer ? ANSWER_PUSH_TEXT : MENTION_PUSH_TEXT;
  return { ...pushText, silent: getSound(row, null, now) !== 'on' };
}

/** Uses the member's current record; null for no notification. */
export function buildMemberContent(
  push: Pick<Push, 'about' | 'createdAt' | 'event'>,
  row: StoredSubscription,
  record: UserRecord,
  now: number,
): PushContent | null {
  const { event } = push;
  if (event === 'security') return buildSecurityContent(push, row, record, now);
  if (event === 'mention') return buildMentionContent(push, row, record, now);
  if (event === 'test') return { ...TEST_PUSH_TEXT, silent: false };
  const silent = getSound(row, event, now) === 'silent';
  if (event === 'ticket') return { ...TICKET_PUSH_TEXT, silent };
  if (!record.notifications.trades) return null;
  const { tier, dashboardUnlocked, staff } = record;
  const access = { tier, dashboardUnlocked, staff };
  return { ...formatAccessPush(record), silent, member: row.uid, access };
}
