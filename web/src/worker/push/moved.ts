import { subscriptionSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { changePushState, readPushState } from '../../data/push/pushState';

declare const self: ServiceWorkerGlobalScope;

const changeSchema = z.object({ oldSubscription: z.custom<PushSubscription | null>() });

/** The key that the subscription before was made for: by its own word, which old browsers don't give. */
function keyOf(event: Event): BufferSource | null {
  const parsed = changeSchema.safeParse(event);
  return parsed.data?.oldSubscription?.options.applicationServerKey ?? null;
}

/**
 * The browser let go of its subscription: another takes its place, which the secret of the one before proves to the
 * server. What fails here is made good when the app is opened next.
 */
async function subscribeAnew(event: Event): Promise<void> {
  const { subscription: before } = await readPushState();
  const applicationServerKey = keyOf(event);
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
