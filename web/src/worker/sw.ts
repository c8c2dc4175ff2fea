import { WHATS_NEW } from '../content/appNews';
import {
  KIT_MESSAGE,
  type KitState,
  OUTBOX_TAG,
  SEND_OUTBOX,
  WORKER_REQUEST,
} from '../data/core/workerProtocol';
import { savesData } from '../data/pwa/savesData';
import { answer } from './answer';
import {
  activateVersion,
  cacheAll,
  countCached,
  keptVersions,
  kitOf,
  shellOf,
  type Site,
} from './cache';
import './push';

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

/** How far the fetching is that runs; null while none does. */
let running: { done: number } | null = null;

let failed = false;

async function kitStateOf({ version, kit }: Site): Promise<KitState> {
  const total = kit.length;
  if (running) return { status: 'fetching', done: running.done, total };
  const done = await countCached(kitOf(version), kit);
  if (done === total) return { status: 'ready', done, total };
  return { status: failed ? 'failed' : 'absent', done, total };
}

/** Tells all pages how much of the offline kit is there. */
async function tellKit(site: Site): Promise<void> {
  const state = await kitStateOf(site);
  for (const page of await self.clients.matchAll({ includeUncontrolled: true }))
    page.postMessage({ type: KIT_MESSAGE, state });
}

/** Fetches what is missing of the offline kit, once at a time, and tells all pages how that goes. */
async function fetchKit(site: Site): Promise<void> {
  if (running) return tellKit(site);
  const now = { done: 0 };
  running = now;
  failed = false;
  try {
    await cacheAll(kitOf(site.version), site.kit, () => {
      now.done += 1;
      void tellKit(site);
    });
  } catch {
    failed = true;
  } finally {
    running = null;
  }
  await tellKit(site);
}

// The built site and nothing else is kept here: what members receive lives in IndexedDB, under their own name.
const site = import.meta.env.SITE;

/** Whether the version that runs has an offline kit: then a member is at home here, and the next one brings its own along. */
async function hadKit(): Promise<boolean> {
  const [version] = await keptVersions();
  return version !== undefined && (await caches.has(kitOf(version)));
}

async function install({ version, shell, kit }: Site): Promise<void> {
  await cacheAll(shellOf(version), shell);
  if ((await hadKit()) && !savesData()) await cacheAll(kitOf(version), kit);
}

const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;

self.addEventListener('install', (event) => event.waitUntil(install(site)));

self.addEventListener('activate', (event) =>
  event.waitUntil(activateVersion(site.version).then(() => self.clients.claim())),
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
