import { listSiteCaches } from './cache';

declare const self: ServiceWorkerGlobalScope;

/**
 * Replaces the service worker to switch it off: handles no requests, deletes the site's caches and
 * unregisters itself. No tab is reloaded, and members' data in IndexedDB stays. The next real
 * worker registers as usual.
 */
async function switchOff(): Promise<void> {
  await Promise.all((await listSiteCaches()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(switchOff()));
