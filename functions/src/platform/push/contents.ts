import { canUseFeature } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import { toPushedSignal } from '@quantalgo/contracts/signals/pushed';
import type { Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { getVerdict, isPaperOnly } from '@quantalgo/contracts/signals/verdict';
import { isPushPaused, getSound, getDeviceZone } from '../../domain/push/preferences';
import {
  MEMBER_NOTIFICATIONS,
  type MemberNotification,
} from '../../domain/notifications/memberNotifications';
import {
  formatNoGoPush,
  formatOutcomePush,
  formatSignalPush,
  type PushText,
} from '../../domain/push/texts';
import type { Broadcast, Push } from '../core/queues';
import type { PackedDevice } from '../account/pushPacks';
import type { StoredSubscription } from '../auth/pushSubscriptions';

export type PushContent = PushText &
  Pick<PushPayload, 'silent' | 'member' | 'signal' | 'entered' | 'ended' | 'access'>;

/** Silent unless the signal is known to pay at the device's payout. */
export function buildSignalContent(
  signal: Signal,
  device: Pick<PackedDevice, 'uid' | 'preferences' | 'zone' | 'shownIn' | keyof Payouts>,
  now: number,
): PushContent {
  const verdict = getVerdict(signal, getPairPayout(device, signal.pair)).name;
  const pushText = formatSignalPush(signal, verdict, getDeviceZone(device.shownIn, device.zone));
  const pushSignal = toPushedSignal(signal);
  const silent = isPaperOnly(verdict) || getSound(device, 'signal', now) === 'silent';
  return { ...pushText, silent, member: device.uid, signal: pushSignal };
}

/** As loud as the signal, but silent if the device is resting. */
export function buildNoGoContent(
  signal: Signal,
  device: Pick<
    PackedDevice,
    'uid' | 'preferences' | 'zone' | 'shownIn' | keyof Payouts | 'pausedUntil' | 'stoppedUntil'
  >,
  now: number,
): PushContent {
  const isPaper = isPaperOnly(getVerdict(signal, getPairPayout(device, signal.pair)).name);
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

/** Null if the member no longer wants or may see the notification. */
export function buildMemberContent(
  { event, about, createdAt }: Pick<Push, 'about' | 'createdAt' | 'event'>,
  row: StoredSubscription,
  record: UserRecord,
  now: number,
): PushContent | null {
  const notification = MEMBER_NOTIFICATIONS[event];
  if (!isAllowedFor(notification, record)) return null;
  if (notification.devices === 'earlier' && row.createdAt > createdAt) return null;
  const zone = getDeviceZone(record.zone, row.zone);
  const pushText = notification.text({ about, createdAt, record, zone });
  if (!pushText) return null;
  const content = { ...pushText, silent: isSilent(notification, row, now) };
  if (notification.carriesAccess !== true) return content;
  const { tier, dashboardUnlocked, staff } = record;
  return { ...content, member: row.uid, access: { tier, dashboardUnlocked, staff } };
}

const isAllowedFor = ({ switch: name, feature }: MemberNotification, record: UserRecord): boolean =>
  (name === null || record.notifications[name]) &&
  (feature === undefined || canUseFeature(feature, record));

const isSilent = ({ sound }: MemberNotification, row: StoredSubscription, now: number): boolean =>
  sound !== 'always' && getSound(row, sound === 'any' ? null : sound, now) === 'silent';
