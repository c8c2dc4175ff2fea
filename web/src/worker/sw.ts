import { WHATS_NEW } from '../content/appNews';
import { KIT_MESSAGE, type KitState, WORKER_REQUEST } from '../data/core/workerProtocol';
import { hasMember } from '../data/database/databases';
import { withTimeout } from '../data/core/withTimeout';
import { respondToRequest } from './answer';
import {
  activateVersion,
  cacheMissing,
  cacheVersion,
  countCached,
  getKitName,
  getShellName,
  type Site,
  toSite,
} from './cache';
import { markTaken, postOpenedPath } from './click';
import { postToPages } from './pages';
import './push';
import './sendOutbox';
import './logouts';

declare const self: ServiceWorkerGlobalScope;

let kitProgress: { done: number } | null = null;

let hasFailed = false;

async function getKitState({ version, shell, kit }: Site): Promise<KitState> {
  const total = shell.length + kit.length;
  if (kitProgress) return { status: 'fetching', done: kitProgress.done, total };
  const done =
    (await countCached(getShellName(version), shell)) +
    (await countCached(getKitName(version), kit));
  if (done === total) return { status: 'ready', done, total };
  return { status: hasFailed ? 'failed' : 'absent', done, total };
}

async function reportKit(site: Site): Promise<void> {
  await postToPages({ type: KIT_MESSAGE, state: await getKitState(site) });
}

async function fetchKit(site: Site): Promise<void> {
  if (kitProgress) return reportKit(site);
  const progress = { done: 0 };
  kitProgress = progress;
  hasFailed = false;
  try {
    const onCached = () => {
      progress.done += 1;
      void reportKit(site);
    };
    await cacheMissing(site, onCached);
  } catch {
    hasFailed = true;
  } finally {
    kitProgress = null;
  }
  await reportKit(site);
}

// Caches only the built site. Members' data is in IndexedDB.
const site = toSite(import.meta.env.SITE);

/** If the browser lists no databases within this time, the new version waits to be activated. */
const DATABASE_LIST_TIMEOUT_MS = 1000;

/**
 * Without a member on this device, the new version takes over at once, because visitors' pages have
 * no input to lose.
 */
async function install(): Promise<void> {
  const { active, waiting } = self.registration;
  await cacheVersion(site, { runs: active !== null, waits: waiting !== null });
  if (!(await withTimeout(DATABASE_LIST_TIMEOUT_MS, hasMember(), true))) await self.skipWaiting();
}

const getType = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) =>
  event.waitUntil(activateVersion(site.version).then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const response = respondToRequest(site, event.request);
  if (response) event.respondWith(response);
});

self.addEventListener('message', (event) => {
  const type = getType(event.data);
  if (type === WORKER_REQUEST.takeOver) event.waitUntil(self.skipWaiting());
  else if (type === WORKER_REQUEST.fetchKit) event.waitUntil(fetchKit(site));
  else if (type === WORKER_REQUEST.tellKit) event.waitUntil(reportKit(site));
  else if (type === WORKER_REQUEST.tookOpened) markTaken();
  else if (type === WORKER_REQUEST.tellOpened && event.source instanceof Client)
    postOpenedPath(event.source);
  else if (type === WORKER_REQUEST.tellBuild)
    event.ports[0]?.postMessage({ name: site.name, news: WHATS_NEW.news });
});
