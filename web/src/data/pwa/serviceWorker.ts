import { messageSW, Workbox } from 'workbox-window';
import * as z from 'zod/mini';
import { clientOutdated } from '../core/environment';
import { readLocal, writeLocal } from '../core/webStorage';
import { type WaitingBuild, WORKER_REQUEST } from '../core/workerProtocol';
import { followKit, update, type Update } from './appState';
import { installsByHand } from './install';

/** localStorage key of the time (epoch ms) when this browser last moved to a newer version by itself. */
const MOVED_ON_KEY = 'quantalgo.moved-on';

/** Shortest time (ms) between two automatic reloads, which prevents endless ones. */
const BETWEEN_MOVES_MS = 5 * 60_000;

/** Longest wait (ms) for a newer version to be fetched. */
const FETCHED_WITHIN_MS = 30_000;

/** Whether a page may reload by itself at `now`, after the last time at `before` (epoch ms). */
export const mayMoveOn = (now: number, before: number): boolean =>
  Math.abs(now - before) >= BETWEEN_MOVES_MS;

/** The newer version once it is ready, null if there was none in time. */
const newerVersion = () =>
  new Promise<Update | null>((resolve) => {
    const take = () => {
      const ready = update.get();
      if (ready) end(ready);
    };
    const stop = update.subscribe(take);
    const timer = setTimeout(() => end(null), FETCHED_WITHIN_MS);
    const end = (found: Update | null) => {
      stop();
      clearTimeout(timer);
      resolve(found);
    };
    take();
  });

/**
 * To be called when a screen's code can't be loaded, as in a tab of an older build whose files no longer exist. Moves
 * this page to a newer version if there is one; nothing is lost, as the previous screen has already been left. Never
 * rejects.
 */
export async function moveOn(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (!registration) return;
  registration.update().catch(() => undefined);
  const ready = await newerVersion();
  if (!ready || !mayMoveOn(Date.now(), Number(readLocal(MOVED_ON_KEY)))) return;
  writeLocal(MOVED_ON_KEY, String(Date.now()));
  ready.apply();
}

/** Reloads the page at the member's request, in the newer version if one is ready. */
export const reloadNewest = (): void => (update.get()?.apply ?? (() => location.reload()))();

// Imported statically, so that it is available when other code can no longer be loaded.
/** Shortest time (ms) between two checks for a newer version when the page is hidden and shown again. */
const MIN_CHECK_INTERVAL_MS = 60_000;

/** Interval (ms) of checks while the page stays open. */
const UPDATE_CHECK_MS = 60 * 60_000;

/** Whether to check for a newer version at `now`, after a check at `before` (ms). */
export const isUpdateCheckDue = (now: number, before: number): boolean =>
  now - before >= MIN_CHECK_INTERVAL_MS;

/** Checks for a newer version whenever the page is visible again, and once an hour. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = -Infinity;
  const check = () => {
    const now = performance.now();
    if (document.hidden || !isUpdateCheckDue(now, checkedAt)) return;
    checkedAt = now;
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  window.addEventListener('focus', check);
  clientOutdated.subscribe(check);
  setInterval(check, UPDATE_CHECK_MS);
}

/** Longest wait (ms) for a worker to name its build. */
const BUILD_ANSWER_WITHIN_MS = 2000;

const buildSchema = z.object({ name: z.string(), news: z.array(z.string()) });

/** A worker's build; null if it doesn't answer. */
async function buildOf(worker: ServiceWorker): Promise<WaitingBuild | null> {
  const told: Promise<unknown> = messageSW(worker, { type: WORKER_REQUEST.tellBuild });
  const silence = new Promise((resolve) => setTimeout(resolve, BUILD_ANSWER_WITHIN_MS));
  return buildSchema.safeParse(await Promise.race([told, silence])).data ?? null;
}

/** Offers a waiting worker. The page reloads when that one has taken over, and only once. */
async function offer(workbox: Workbox, worker: ServiceWorker): Promise<void> {
  const build = await buildOf(worker);
  if (worker.state !== 'installed') return;
  const apply = () => {
    workbox.addEventListener('controlling', () => location.reload());
    workbox.messageSkipWaiting();
  };
  update.set({ build, apply });
}

/** Offers the reload after another tab has activated a version. */
const offerReload = () => update.set({ build: null, apply: () => location.reload() });

/** Offers every waiting version, and the reload after another tab has activated one. */
function followUpdates(workbox: Workbox, atStart: ServiceWorker | null): void {
  const { controller } = navigator.serviceWorker;
  let isControlled = controller !== null;
  // Another tab was faster than this code, which loads after what the page shows.
  if (atStart !== null && controller !== atStart) offerReload();
  workbox.addEventListener('waiting', ({ sw }) => {
    // The very first worker takes over by itself.
    if (sw && isControlled) void offer(workbox, sw);
  });
  workbox.addEventListener('controlling', () => {
    // A page that had no worker already runs the first one's version.
    if (isControlled) offerReload();
    isControlled = true;
  });
}

/**
 * Registers the service worker, and tracks its stored files and its updates from then on.
 * @param atStart the worker that controlled the page when it was opened, null if there was none
 */
export async function registerServiceWorker(atStart: ServiceWorker | null): Promise<void> {
  if (installsByHand())
    import('./splash').then(
      ({ describeLaunch }) => describeLaunch(),
      () => undefined,
    );
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  followKit();
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  followUpdates(workbox, atStart);
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (registration) checkForUpdates(registration);
}
