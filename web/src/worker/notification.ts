import { PATHS, toSafePath } from '@quantalgo/contracts/core/paths';
import { IGNORED_PUSH_LIMIT, type PushPayload } from '@quantalgo/contracts/push/push';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import type { NotificationData } from '../data/push/shownNotifications';

export interface NotificationContent {
  readonly title: string;
  readonly options: Omit<NotificationOptions, 'data'> & {
    readonly data: Pick<NotificationData, 'to'> & Partial<NotificationData>;
    /** https://notifications.spec.whatwg.org/#dictdef-notificationaction */
    readonly actions?: readonly { readonly action: string; readonly title: string }[];
  };
}

export const MUTE_ACTION = 'mute';

const SIGNAL_ACTIONS = [
  { action: 'open', title: 'Open' },
  { action: MUTE_ACTION, title: 'Mute 1 h' },
];

const ICONS = { icon: '/icons/icon-192.png', badge: '/icons/monochrome-512.png' };

/**
 * For a push that this version can't read. Browsers revoke the permission if a push shows nothing.
 */
const UNREADABLE_PUSH: NotificationContent = {
  title: 'New notification',
  options: {
    ...ICONS,
    body: 'Open the app to see it.',
    tag: 'unread',
    data: { to: PATHS.dashboard },
  },
};

const MUTED_OPTIONS = {
  ...ICONS,
  tag: 'muted',
  silent: true,
  data: { to: PATHS.signals },
};

export const MUTE_CONFIRMATION: NotificationContent = {
  title: 'Signals are muted for an hour',
  options: { ...MUTED_OPTIONS, body: 'Only on this device. They still appear in the app.' },
};

/** Browsers require a notification for every push, so muted signals share a silent one. */
export const createMutedNotification = (count: number): NotificationContent => ({
  title: 'Signals are muted',
  options: {
    ...MUTED_OPTIONS,
    body: `${count} new signal${count === 1 ? '' : 's'} in the app.`,
  },
});

const PAYS_PREFIX = `${VERDICT_TEXT.pays}: `;

/** If this device's record contradicts “Pays”, labels the signal as unclear and silences it. */
export const downgradePays = (payload: PushPayload): PushPayload =>
  payload.event === 'signal' && payload.title.startsWith(PAYS_PREFIX)
    ? {
        ...payload,
        title: `${VERDICT_TEXT.unclear}: ${payload.title.slice(PAYS_PREFIX.length)}`,
        silent: true,
      }
    : payload;

/**
 * An expired signal's notification states only that it expired.
 * @param payload null if it can't be read
 * @param now epoch ms, server clock
 * @param unopened notifications shown since one was opened, including this one
 */
export function toNotification(
  payload: PushPayload | null,
  now: number,
  unopened: number,
): NotificationContent {
  if (!payload) return UNREADABLE_PUSH;
  const { id, event, title, body, to, until, silent, ended } = payload;
  const isLate = until !== null && now >= until;
  const text = isLate ? 'Expired: don’t enter. The result is in your history.' : body;
  const suggestPause = unopened > 0 && unopened % IGNORED_PUSH_LIMIT === 0;
  return {
    title: isLate ? `${title} · expired` : title,
    options: {
      ...ICONS,
      body: suggestPause ? `${text} Too many of these? Pause them in Account Hub.` : text,
      tag: id,
      silent: silent || isLate,
      data: { to: toSafePath(to), until, isSignal: event === 'signal' },
      ...(event === 'signal' && ended !== true && { actions: SIGNAL_ACTIONS }),
    },
  };
}
