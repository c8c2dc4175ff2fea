import { mayUse } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { pushedSignal } from '@quantalgo/contracts/signals/pushed';
import type { Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { verdictOf } from '@quantalgo/contracts/signals/verdict';
import { isPushPaused, soundFor, zoneOfDevice } from '../../domain/push/preferences';
import {
  accessPushText,
  MENTION_PUSH_TEXT,
  noGoPushText,
  outcomePushText,
  SECURITY_EVENTS,
  securityPushText,
  signalPushText,
  TEST_PUSH_TEXT,
  TICKET_PUSH_TEXT,
  type PushText,
} from '../../domain/push/texts';
import type { Broadcast, Push } from '../core/queues';
import type { PackedDevice } from '../account/pushPacks';
import type { StoredSubscription } from '../auth/pushSubscriptions';

/** A push's content for one device: what it shows and what it stores. */
export type PushContent = PushText &
  Pick<PushPayload, 'silent' | 'member' | 'signal' | 'entered' | 'ended' | 'access'>;

/** The notification of a signal at `now` (epoch ms). One for paper only comes silent. */
export function signalContent(
  signal: Signal,
  device: Pick<PackedDevice, 'uid' | 'preferences' | 'zone' | 'shownIn' | 'payout'>,
  now: number,
): PushContent {
  const verdict = verdictOf(signal, device.payout).name;
  const words = signalPushText(signal, verdict, zoneOfDevice(device.shownIn, device.zone));
  const carried = pushedSignal(signal);
  const silent = verdict === 'paper' || soundFor(device, 'signal', now) === 'silent';
  return { ...words, silent, member: device.uid, signal: carried };
}

/**
 * The notification not to enter a signal that the device got; as loud as that was, silent where the device rests by now.
 * `now` in epoch ms.
 */
export function noGoContent(
  signal: Signal,
  device: Pick<
    PackedDevice,
    'uid' | 'preferences' | 'zone' | 'shownIn' | 'payout' | 'pausedUntil' | 'stoppedUntil'
  >,
  now: number,
): PushContent {
  const isPaper = verdictOf(signal, device.payout).name === 'paper';
  const isLoud = !isPaper && !isPushPaused(device, now) && soundFor(device, 'signal', now) === 'on';
  return {
    ...noGoPushText(signal, zoneOfDevice(device.shownIn, device.zone)),
    silent: !isLoud,
    ended: true,
    member: device.uid,
    signal: pushedSignal(signal),
    entered: false,
  };
}

/** The notification of the outcome of a signal that the device got, with the signal as it was settled. */
export const outcomeContent = (
  signal: Signal & { readonly settlement: Settlement },
  device: Pick<PackedDevice, 'uid' | 'zone' | 'shownIn'>,
): PushContent => ({
  ...outcomePushText(signal, signal.settlement, zoneOfDevice(device.shownIn, device.zone)),
  silent: true,
  ended: true,
  member: device.uid,
  signal: pushedSignal(signal),
  ...(signal.entered !== undefined && { entered: signal.entered }),
});

/** The notification of staff's news at `now` (epoch ms). */
export const newsContent = (
  { title, text, to }: NonNullable<Broadcast['news']>,
  device: Pick<PackedDevice, 'preferences' | 'zone'>,
  now: number,
): PushContent => ({ title, body: text, to, silent: soundFor(device, null, now) !== 'on' });

/** The notification of a security event of the account; null for none. */
function securityContent(
  { about, createdAt }: Pick<Push, 'about' | 'createdAt'>,
  row: StoredSubscription,
  { notifications, zone }: UserRecord,
  now: number,
): PushContent | null {
  const event = SECURITY_EVENTS.find((one) => one === about);
  // The device that signed in is registered later than the event.
  if (!event || !notifications.security || row.createdAt > createdAt) return null;
  const words = securityPushText(event, createdAt, zoneOfDevice(zone, row.zone));
  return { ...words, silent: soundFor(row, null, now) !== 'on' };
}

/** The notification that somebody named the member in the Essential Room; null where they no longer see it. */
function mentionContent(
  row: StoredSubscription,
  record: UserRecord,
  now: number,
): PushContent | null {
  if (!mayUse('essential-room', record)) return null;
  return { ...MENTION_PUSH_TEXT, silent: soundFor(row, null, now) !== 'on' };
}

/** The notification of a member's own event, by their current record; null for none. */
export function memberContent(
  push: Pick<Push, 'about' | 'createdAt' | 'event'>,
  row: StoredSubscription,
  record: UserRecord,
  now: number,
): PushContent | null {
  const { event } = push;
  if (event === 'security') return securityContent(push, row, record, now);
  if (event === 'mention') return mentionContent(row, record, now);
  if (event === 'test') return { ...TEST_PUSH_TEXT, silent: false };
  const silent = soundFor(row, event, now) === 'silent';
  if (event === 'ticket') return { ...TICKET_PUSH_TEXT, silent };
  if (!record.notifications.trades) return null;
  const { tier, dashboardUnlocked, staff } = record;
  const access = { tier, dashboardUnlocked, staff };
  return { ...accessPushText(record), silent, member: row.uid, access };
}
