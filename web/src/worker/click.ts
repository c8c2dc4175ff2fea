import { PATHS, safePath } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { PUSH_MESSAGE } from '../data/core/workerProtocol';
import { changePushState, PUSH_MUTE_MS } from '../data/push/pushState';
import { withTimeout } from '../data/core/withTimeout';
import { MUTE_ACTION, MUTED_NOW } from './notification';
import { tellPages, windows } from './pages';

declare const self: ServiceWorkerGlobalScope;

/** A loading window asks for its path within this time (ms); later its member has navigated elsewhere. */
const TAKEN_WITHIN_MS = 30_000;

/** The path of a click that no window has taken yet, and the callback for when one does. */
let waiting: { readonly to: string; readonly onTaken: () => void } | null = null;

/** Notes that a window navigates to the newest click's path. */
export function noteTaken(): void {
  waiting?.onTaken();
  waiting = null;
}

/** Sends a window that has just loaded the path of a click that happened meanwhile. */
export function tellOpened(page: Client): void {
  if (!waiting) return;
  page.postMessage({ type: PUSH_MESSAGE.opened, to: waiting.to });
  noteTaken();
}

const isDashboard = ({ url }: WindowClient) => new URL(url).pathname.startsWith(PATHS.dashboard);

/**
 * Opens a path: in an open dashboard window, whose state isn't lost, otherwise in a new one. Settles once that window
 * has taken it; one that is still loading asks for it when it can.
 */
async function openWindow(to: string): Promise<void> {
  const dashboards = (await windows()).filter(isDashboard);
  const page = dashboards.find(({ focused }) => focused) ?? dashboards[0];
  if (!page) {
    await self.clients.openWindow(to);
    return;
  }
  const taken = new Promise<void>((resolve) => {
    waiting = { to, onTaken: resolve };
  });
  const click = waiting;
  page.postMessage({ type: PUSH_MESSAGE.opened, to });
  // Even if the browser can't be brought to the front, the window shows the right screen.
  await page.focus().catch(() => undefined);
  await withTimeout(TAKEN_WITHIN_MS, taken, undefined);
  if (waiting === click) waiting = null;
}

/** Mutes signals on this device, and lets an open page notify the server, as the worker has no session for that. */
async function mute(): Promise<void> {
  const until = Date.now() + PUSH_MUTE_MS;
  await self.registration.showNotification(MUTED_NOW.title, MUTED_NOW.options);
  await changePushState((kept) => ({ ...kept, unopened: 0, mute: { until, came: 0 } }));
  await tellPages({ type: PUSH_MESSAGE.shown, muted: true });
}

const dataSchema = z.object({ to: z.string() });

async function onClick({ notification, action }: NotificationEvent): Promise<void> {
  notification.close();
  if (action === MUTE_ACTION) return mute();
  const { data } = dataSchema.safeParse(notification.data);
  await Promise.all([
    openWindow(safePath(data?.to ?? PATHS.landing)),
    changePushState((kept) => ({ ...kept, unopened: 0 })),
  ]);
}

self.addEventListener('notificationclick', (event) => event.waitUntil(onClick(event)));
