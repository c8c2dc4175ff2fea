import { WHATS_NEW } from '../content/whatsNew';
import { WORKER_REQUEST } from '../data/core/workerProtocol';
import { savesData } from '../data/pwa/savesData';
import { answer } from './answer';
import { keepAll } from './keep';
import { fetchKit, tellKit } from './kit';
import './outboxSync';
import './push/moved';
import './push/receive';
import type { Site } from './site';
import { begin, keptVersions, kitOf, shellOf } from './versions';

declare const self: ServiceWorkerGlobalScope;

// The built site and nothing else is kept here: what members receive lives in IndexedDB, under their own name.
const site = import.meta.env.SITE;

/** Whether the version that runs has an offline kit: then a member is at home here, and the next one brings its own along. */
async function hadKit(): Promise<boolean> {
  const [version] = await keptVersions();
  return version !== undefined && (await caches.has(kitOf(version)));
}

async function install({ version, shell, kit }: Site): Promise<void> {
  await keepAll(shellOf(version), shell);
  if ((await hadKit()) && !savesData()) await keepAll(kitOf(version), kit);
}

const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;

self.addEventListener('install', (event) => event.waitUntil(install(site)));

self.addEventListener('activate', (event) =>
  event.waitUntil(begin(site.version).then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const answered = answer(site, event.request);
  if (answered) event.respondWith(answered);
});

self.addEventListener('message', (event) => {
  const type = typeOf(event.data);
  if (type === WORKER_REQUEST.takeOver) event.waitUntil(self.skipWaiting());
  else if (type === WORKER_REQUEST.fetchKit) event.waitUntil(fetchKit(site));
  else if (type === WORKER_REQUEST.tellKit) event.waitUntil(tellKit(site));
  else if (type === WORKER_REQUEST.tellBuild)
    event.ports[0]?.postMessage({ name: site.name, news: WHATS_NEW.news });
});
