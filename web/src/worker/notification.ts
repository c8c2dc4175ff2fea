import { IGNORED_AFTER, PATHS, type PushPayload } from '@quantalgo/contracts';

/** What is shown: the browser's options, and where a click leads. */
export interface Shown {
  readonly title: string;
  readonly options: Omit<NotificationOptions, 'data'> & { readonly data: { readonly to: string } };
}

const ICONS = { icon: '/icons/icon-192.png', badge: '/icons/monochrome-512.png' };

/** What is shown of a push that this version can't read: never nothing, or the browser takes the permission away. */
const UNREAD: Shown = {
  title: 'News for you',
  options: {
    ...ICONS,
    body: 'Open the app to see it.',
    tag: 'unread',
    data: { to: PATHS.dashboard },
  },
};

/** A path of this site, whatever a payload says. */
const safePath = (to: string): string => (/^\/(?![/\\])/.test(to) ? to : PATHS.dashboard);

/**
 * What to show of a push. One that comes after its time says so, and gives nothing to act upon.
 * @param payload null where it can't be read
 * @param now epoch ms, by the server's clock
 * @param unopened how many were shown since one was opened, this one included
 */
export function notificationOf(payload: PushPayload | null, now: number, unopened: number): Shown {
  if (!payload) return UNREAD;
  const { id, title, body, to, until, silent } = payload;
  const isLate = until !== null && now >= until;
  const text = isLate ? 'Expired: don’t enter. The result is in your history.' : body;
  const offer = unopened > 0 && unopened % IGNORED_AFTER === 0;
  return {
    title: isLate ? `${title} · expired` : title,
    options: {
      ...ICONS,
      body: offer ? `${text} Too many of these? Pause them in Account Hub.` : text,
      tag: id,
      silent: silent || isLate,
      data: { to: safePath(to) },
    },
  };
}
