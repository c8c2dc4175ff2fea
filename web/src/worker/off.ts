import { ownCaches } from './cache';

declare const self: ServiceWorkerGlobalScope;

/**
 * Served in place of the service worker, switches it off on every device that looks for a newer one: nothing is answered
 * any more, all that was kept of the site goes, and so does the registration. No tab is loaded anew, so nothing that was
 * typed is lost; what members have in IndexedDB stays. The next real worker is registered as the first one was.
 */
async function switchOff(): Promise<void> {
  await Promise.all((await ownCaches()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(switchOff()));
