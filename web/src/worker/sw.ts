import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppRoute } from './navigation';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

// The built site and nothing else is kept here: what members receive lives in IndexedDB, under their own name.
// Clean URLs: `/terms` is answered with terms.html and `/login` with login.html, as Hosting does.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: true, ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isAppRoute(url.pathname),
  createHandlerBoundToURL('/app.html'),
);

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  const message: unknown = data;
  const asksToTakeOver =
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'SKIP_WAITING';
  if (asksToTakeOver) void self.skipWaiting();
});

clientsClaim();
