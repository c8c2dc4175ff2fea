import { WHATS_NEW } from '../content/appNews';
import {
  KIT_MESSAGE,
  type KitState,
  PUSH_STORE,
  SHARED_FILE_STORE,
  WORKER_REQUEST,
} from '../data/core/workerProtocol';
import { isMemberDatabase } from '../data/core/databases';
import { withTimeout } from '../data/core/withTimeout';
import { answer } from './answer';
import {
  activateVersion,
  cacheMissing,
  cacheVersion,
  countCached,
  kitOf,
  shellOf,
  type Site,
} from './cache';
import { noteTaken, tellOpened } from './click';
import { tellPages } from './pages';
import './push';
import './sendOutbox';
import './signOuts';

declare const self: ServiceWorkerGlobalScope;

/** Progress of the running fetch; null if there is none. */
let running: { done: number } | null = null;

let failed = false;

async function kitStateOf({ version, shell, kit }: Site): Promise<KitState> {
  const total = shell.length + kit.length;
  if (running) return { status: 'fetching', done: running.done, total };
  const done =
    (await countCached(shellOf(version), shell)) + (await countCached(kitOf(version), kit));
  if (done === total) return { status: 'ready', done, total };
  return { status: failed ? 'failed' : 'absent', done, total };
}

/** Reports to all pages how much of shell and offline kit is stored. */
async function tellKit(site: Site): Promise<void> {
  await tellPages({ type: KIT_MESSAGE, state: await kitStateOf(site) });
}

/** Fetches the missing files of shell and offline kit, one run at a time; reports progress to all pages. */
async function fetchKit(site: Site): Promise<void> {
  if (running) return tellKit(site);
  const now = { done: 0 };
  running = now;
  failed = false;
  try {
    const onKept = () => {
      now.done += 1;
      void tellKit(site);
    };
    await cacheMissing(site, onKept);
  } catch {
    failed = true;
  } finally {
    running = null;
  }
  await tellKit(site);
}

// Only the built site is cached here: members' data is in IndexedDB, separately for each member.
const site = import.meta.env.SITE;

/** Databases that may also exist on a visitor's device. */
const OF_DEVICES: readonly string[] = [PUSH_STORE.database, SHARED_FILE_STORE.database];

/** Whether a member is signed in on this device, judged by its databases; true if the browser doesn't list them. */
async function isMemberHere(): Promise<boolean> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.some((name) => isMemberDatabase(name) && !OF_DEVICES.includes(name));
  } catch {
    return true;
  }
}

/** Longest wait (ms) for the browser's list of databases; after that the build waits to be activated. */
const ASKED_WITHIN_MS = 1000;

/**
 * Caches the site. Without a member on this device it takes over at once, as a visitor's open pages lose nothing by it.
 */
async function install(): Promise<void> {
  const { active, waiting } = self.registration;
  await cacheVersion(site, { runs: active !== null, waits: waiting !== null });
  if (!(await withTimeout(ASKED_WITHIN_MS, isMemberHere(), true))) await self.skipWaiting();
}

const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;

self.addEventListener('install', (event) => event.waitUntil(install()));

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
  else if (type === WORKER_REQUEST.tookOpened) noteTaken();
  else if (type === WORKER_REQUEST.tellOpened && event.source instanceof Client)
    tellOpened(event.source);
  else if (type === WORKER_REQUEST.tellBuild)
    event.ports[0]?.postMessage({ name: site.name, news: WHATS_NEW.news });
});
