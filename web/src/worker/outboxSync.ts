import { OUTBOX_TAG, SEND_OUTBOX } from '../data/core/workerProtocol';

declare const self: ServiceWorkerGlobalScope;

/** https://wicg.github.io/background-sync/spec/#sync-event */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
const isSync = (event: Event): event is SyncEvent => event.type === 'sync' && 'tag' in event;

/**
 * Has a page of this site send what waits. The worker holds no session and sends nothing itself: where no page is open
 * it fails, so that the browser calls it again later.
 */
async function sendOutbox(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.length === 0) throw new Error('No page is open');
  for (const page of pages) page.postMessage({ type: SEND_OUTBOX });
}

self.addEventListener('sync', (event: Event) => {
  if (isSync(event) && event.tag === OUTBOX_TAG) event.waitUntil(sendOutbox());
});
