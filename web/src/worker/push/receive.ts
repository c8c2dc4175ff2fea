import { pushPayloadSchema, type PushPayload } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { changePushState, readPushState } from '../../data/push/pushState';
import { PUSH_MESSAGE } from '../../data/core/workerProtocol';
import { notificationOf } from './notification';
import { open, tellPages } from './windows';

declare const self: ServiceWorkerGlobalScope;

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
  await Promise.all([open(data?.to ?? '/'), changePushState((kept) => ({ ...kept, unopened: 0 }))]);
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(opened(event.notification)));
