import * as z from 'zod/mini';
import { OUTBOX_TAG, SEND_OUTBOX } from './protocol';

/** What Background Sync adds to a registration, in the browsers that have it: https://wicg.github.io/background-sync/spec/ */
interface WithSync extends ServiceWorkerRegistration {
  readonly sync: { readonly register: (tag: string) => Promise<void> };
}
const hasSync = (registration: ServiceWorkerRegistration): registration is WithSync =>
  'sync' in registration;

/**
 * Asks the browser to have this page's worker called as soon as there is a network, also while the page sleeps in the
 * background. Browsers without it lose nothing: a page that is seen again looks by itself. Never rejects.
 */
export function askToSendLater(): void {
  if (!('serviceWorker' in navigator)) return;
  void (async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration && hasSync(registration)) await registration.sync.register(OUTBOX_TAG);
  })().catch(() => undefined);
}

const messageSchema = z.object({ type: z.literal(SEND_OUTBOX) });

/** Calls `send` whenever the worker says that there is a network, until `stopped`. */
export function followWorker(send: () => void, stopped: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const onMessage = ({ data }: MessageEvent) => {
    if (messageSchema.safeParse(data).success) send();
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal: stopped });
}
