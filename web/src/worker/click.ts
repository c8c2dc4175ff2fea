import { PATHS, toSafePath } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { PUSH_MESSAGE } from '../data/core/workerProtocol';
import { changePushState, PUSH_MUTE_DURATION_MS } from '../data/push/pushState';
import { withTimeout } from '../data/core/withTimeout';
import { MUTE_ACTION, MUTE_CONFIRMATION } from './notification';
import { postToPages, getWindows } from './pages';

declare const self: ServiceWorkerGlobalScope;

/**
 * A loading window must request its path within this time. After that, the member may have navigated.
 */
const TAKE_TIMEOUT_MS = 30_000;

let pendingClick: { readonly to: string; readonly onTaken: () => void } | null = null;

export function markTaken(): void {
  pendingClick?.onTaken();
  pendingClick = null;
}

export function postOpenedPath(page: Client): void {
  if (!pendingClick) return;
  page.postMessage({ type: PUSH_MESSAGE.opened, to: pendingClick.to });
  markTaken();
}

const isDashboard = ({ url }: WindowClient) => new URL(url).pathname.startsWith(PATHS.dashboard);

/**
 * Opens a path in an open dashboard window, which keeps its state, otherwise in a new one. Resolves
 * once the window has confirmed the path.
 */
async function openWindow(to: string): Promise<void> {
  const dashboards = (await getWindows()).filter(isDashboard);
  const page = dashboards.find(({ focused }) => focused) ?? dashboards[0];
  if (!page) {
    await self.clients.openWindow(to);
    return;
  }
  const handover = new Promise<void>((resolve) => {
    pendingClick = { to, onTaken: resolve };
  });
  const click = pendingClick;
  page.postMessage({ type: PUSH_MESSAGE.opened, to });
  // The window shows the right screen even if the browser can't be brought to the front.
  await page.focus().catch(() => undefined);
  await withTimeout(TAKE_TIMEOUT_MS, handover, undefined);
  if (pendingClick === click) pendingClick = null;
}

/**
 * Mutes signals on this device. An open page notifies the server, because the worker has no
 * session.
 */
async function mute(): Promise<void> {
  const until = Date.now() + PUSH_MUTE_DURATION_MS;
  await self.registration.showNotification(MUTE_CONFIRMATION.title, MUTE_CONFIRMATION.options);
  await changePushState((state) => ({ ...state, unopened: 0, mute: { until, came: 0 } }));
  await postToPages({ type: PUSH_MESSAGE.shown, muted: true });
}

const dataSchema = z.object({ to: z.string() });

async function onClick({ notification, action }: NotificationEvent): Promise<void> {
  notification.close();
  if (action === MUTE_ACTION) return mute();
  const { data } = dataSchema.safeParse(notification.data);
  await Promise.all([
    openWindow(toSafePath(data?.to ?? PATHS.landing)),
    changePushState((state) => ({ ...state, unopened: 0 })),
  ]);
}

self.addEventListener('notificationclick', (event) => event.waitUntil(onClick(event)));
