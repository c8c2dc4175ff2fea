import {
  PATHS,
  type PushPayload,
  pushPayloadSchema,
  subscriptionSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { PUSH_MESSAGE } from '../data/core/workerProtocol';
import { changePushState, readPushState } from '../data/push/pushState';
import { notificationOf } from './notification';

declare const self: ServiceWorkerGlobalScope;

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Tells all pages something. */
async function tellPages(message: Readonly<Record<string, unknown>>): Promise<void> {
  for (const page of await windows()) page.postMessage(message);
}

const isDashboard = ({ url }: WindowClient) => new URL(url).pathname.startsWith(PATHS.dashboard);

/**
 * Brings the member to a path: in the window of the dashboard that is open, which loses nothing by it, otherwise in a new
 * one.
 */
async function openWindow(to: string): Promise<void> {
  const dashboards = (await windows()).filter(isDashboard);
  const page = dashboards.find(({ focused }) => focused) ?? dashboards[0];
  if (!page) {
    await self.clients.openWindow(to);
    return;
  }
  page.postMessage({ type: PUSH_MESSAGE.opened, to });
  // A browser that does not let itself be brought to the front still shows the right place in it.
  await page.focus().catch(() => undefined);
}

// The site's policy forbids code that is made at run time.
z.config({ jitless: true });

function payloadIn(data: PushMessageData | null): PushPayload | null {
  try {
    return pushPayloadSchema.parse(data?.json());
  } catch {
    return null;
  }
}

const tookSchema = z.object({ data: z.object({ tookMs: z.number() }) });

/** Tells the server that a push was shown; how long it took (ms), null where nobody wants to know. */
async function report(receipt: string | null, shownAt: number): Promise<number | null> {
  if (receipt === null) return null;
  try {
    const body = JSON.stringify({ receipt, shownForMs: performance.now() - shownAt });
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch('/api/push/shown', { method: 'POST', headers, body });
    return tookSchema.parse(await reply.json()).data.tookMs;
  } catch {
    return null;
  }
}

/** Shows a push, whatever is in it, then tells the server and the pages of it. */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = payloadIn(data);
  const counts = payload?.event === 'signal' ? 1 : 0;
  const { clockAhead, unopened } = await readPushState();
  const now = Date.now() - clockAhead;
  const { title, options } = notificationOf(payload, now, counts === 0 ? 0 : unopened + 1);
  await self.registration.showNotification(title, options);
  const shownAt = performance.now();
  await tellPages({ type: PUSH_MESSAGE.shown, id: payload?.id, tookMs: null });
  const tookMs = await report(payload?.receipt ?? null, shownAt);
  await changePushState((kept) => ({
    ...kept,
    unopened: kept.unopened + counts,
    tookMs: tookMs ?? kept.tookMs,
  }));
  await tellPages({ type: PUSH_MESSAGE.shown, tookMs });
}

const dataSchema = z.object({ to: z.string() });

async function opened(notification: Notification): Promise<void> {
  notification.close();
  const data = dataSchema.safeParse(notification.data).data;
  await Promise.all([
    openWindow(data?.to ?? '/'),
    changePushState((kept) => ({ ...kept, unopened: 0 })),
  ]);
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

self.addEventListener('notificationclick', (event) => event.waitUntil(opened(event.notification)));

const changeSchema = z.object({ oldSubscription: z.custom<PushSubscription | null>() });

/** The key that the subscription before was made for: by its own word, which old browsers don't give. */
function serverKeyOf(event: Event): BufferSource | null {
  const parsed = changeSchema.safeParse(event);
  return parsed.data?.oldSubscription?.options.applicationServerKey ?? null;
}

/**
 * The browser let go of its subscription: another takes its place, which the secret of the one before proves to the
 * server. What fails here is made good when the app is opened next.
 */
async function subscribeAnew(event: Event): Promise<void> {
  const { subscription: before } = await readPushState();
  const applicationServerKey = serverKeyOf(event);
  if (!before || !applicationServerKey) return;
  const how = { userVisibleOnly: true, applicationServerKey };
  const made = await self.registration.pushManager.subscribe(how);
  const { endpoint, keys } = made.toJSON();
  const after = subscriptionSchema.parse({ endpoint, keys });
  const body = JSON.stringify({ before, after });
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch('/api/push/moved', { method: 'POST', headers, body });
  if (reply.ok) await changePushState((kept) => ({ ...kept, subscription: after }));
}

self.addEventListener('pushsubscriptionchange', (event: Event) => {
  if (event instanceof ExtendableEvent)
    event.waitUntil(subscribeAnew(event).catch(() => undefined));
});
