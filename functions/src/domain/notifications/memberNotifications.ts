import {
  type Feature,
  getEffectiveTier,
  isLocked,
  TIER_NAMES,
} from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { NotificationSwitch } from '@quantalgo/contracts/settings/settings';
import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Zone } from '@quantalgo/contracts/core/time';
import {
  EVENT_PATHS,
  type MemberEventName,
  SECURITY_EVENTS,
  SECURITY_PATHS,
  type SecurityEvent,
} from '@quantalgo/contracts/notifications/notification';
import { SECURITY_TEXTS } from '@quantalgo/contracts/notifications/securityTexts';
import type { PushEvent } from '@quantalgo/contracts/push/push';
import type { PushText } from '../push/texts';

/** `record` is the member's state when the notification is sent. */
interface NotificationContext {
  readonly about: string | null;
  readonly createdAt: number;
  readonly record: UserRecord;
  readonly zone: Zone;
}

export interface MemberNotification {
  /**
   * Must not contain what users typed, because anyone may read it on a locked screen. Null sends
   * nothing.
   */
  readonly text: (context: NotificationContext) => PushText | null;
  /** The account setting that turns it off. Null if none does. */
  readonly switch: NotificationSwitch | null;
  /**
   * The device setting that silences it. `any`: silent if all settings are. `always`: sounds even
   * in quiet hours.
   */
  readonly sound: PushEvent | 'any' | 'always';
  readonly urgency: 'normal' | 'high';
  /** `event`: a newer one replaces an undelivered one. `push`: each one arrives. */
  readonly topic: 'event' | 'push';
  readonly ttlMs: number;
  /** Members without this feature don't get the notification. */
  readonly feature?: Feature;
  /** `named`: only the device in `about`. `earlier`: only devices registered before the event. */
  readonly devices?: 'named' | 'earlier';
  /** The device stores the member's new access. */
  readonly carriesAccess?: true;
}

function formatSecurityPush(event: SecurityEvent, time: string): PushText {
  const { title, advice } = SECURITY_TEXTS[event];
  return { title, body: `At ${time}. ${advice}`, to: SECURITY_PATHS[event] };
}

/** Emails have their own templates, and Telegram gets none of these. */
export const MEMBER_NOTIFICATIONS: Readonly<Record<MemberEventName, MemberNotification>> = {
  access: {
    text: ({ record }) =>
      isLocked(record)
        ? {
            title: 'Your access has changed',
            body: 'Your dashboard is locked. Open the app to see why.',
            to: EVENT_PATHS.access,
          }
        : {
            title: `Your tier is now ${TIER_NAMES[getEffectiveTier(record)]}`,
            body: 'Your dashboard is unlocked.',
            to: EVENT_PATHS.access,
          },
    switch: 'trades',
    sound: 'access',
    urgency: 'normal',
    topic: 'event',
    ttlMs: DAY_MS,
    carriesAccess: true,
  },
  ticket: {
    text: () => ({
      title: 'Support has replied',
      body: 'Open your ticket to read the reply.',
      to: EVENT_PATHS.ticket,
    }),
    switch: null,
    sound: 'ticket',
    urgency: 'normal',
    topic: 'event',
    ttlMs: DAY_MS,
  },
  security: {
    text({ about, createdAt, zone }) {
      const event = SECURITY_EVENTS.find((kind) => kind === about);
      return event ? formatSecurityPush(event, formatZonedTime(createdAt, zone)) : null;
    },
    switch: 'security',
    sound: 'any',
    urgency: 'high',
    topic: 'push',
    ttlMs: DAY_MS,
    // Excludes the device that logged in, because it is registered later.
    devices: 'earlier',
  },
  mention: {
    text: () => ({
      title: 'You were mentioned',
      body: 'In the Essential Room chat.',
      to: EVENT_PATHS.mention,
    }),
    switch: null,
    sound: 'any',
    urgency: 'normal',
    topic: 'event',
    ttlMs: HOUR_MS,
    feature: 'essential-room',
  },
  answer: {
    text: () => ({
      title: 'Someone replied to your post',
      body: 'In the Trader’s Network.',
      to: EVENT_PATHS.answer,
    }),
    switch: null,
    sound: 'any',
    urgency: 'normal',
    topic: 'event',
    ttlMs: HOUR_MS,
    feature: 'traders-network',
  },
  test: {
    text: () => ({
      title: 'Notifications reach this device',
      body: 'This is the test you requested.',
      to: `${PATHS.settings}#push`,
    }),
    switch: null,
    sound: 'always',
    urgency: 'high',
    topic: 'event',
    ttlMs: MINUTE_MS,
    devices: 'named',
  },
};
