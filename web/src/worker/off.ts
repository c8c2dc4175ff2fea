import { ownCaches } from './cache';

declare const self: ServiceWorkerGlobalScope;

/**
 * Served in place of the service worker, switches it off on every device that checks for an update: it answers nothing,
 * deletes the site's caches and unregisters itself. No tab is reloaded, so no input is lost; members' data in IndexedDB
 * stays. The next real worker is registered as usual.
 */
async function switchOff(): Promise<void> {
  await Promise.all((await ownCaches()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(switchOff()));
