import { messageSW, Workbox } from 'workbox-window';
import * as z from 'zod/mini';
import { clientOutdated } from '../core/environment';
import { readLocal, writeLocal } from '../core/webStorage';
import { type WaitingBuild, WORKER_REQUEST } from '../core/workerProtocol';
import { followKit, availableUpdate, type Update } from './appState';
import { requiresManualInstall } from './install';

/** When this browser last moved to a newer version automatically (epoch ms). */
const LAST_MOVE_KEY = 'quantalgo.moved-on';

/** Prevents endless reloads. */
const MIN_MOVE_INTERVAL_MS = 5 * 60_000;

const UPDATE_FETCH_TIMEOUT_MS = 30_000;

/** Times in epoch ms. */
export const mayAutoReload = (now: number, lastMoveAt: number): boolean =>
  Math.abs(now - lastMoveAt) >= MIN_MOVE_INTERVAL_MS;

const waitForNewerVersion = () =>
  new Promise<Update | null>((resolve) => {
    const check = () => {
      const ready = availableUpdate.get();
      if (ready) end(ready);
    };
    const stop = availableUpdate.subscribe(check);
    const timer = setTimeout(() => end(null), UPDATE_FETCH_TIMEOUT_MS);
    const end = (result: Update | null) => {
      stop();
      clearTimeout(timer);
      resolve(result);
    };
    check();
  });

/**
 * Moves to a newer version if there is one. Call it when a screen's code can't be loaded, as in a
 * tab with an older build. Loses no input, because the member has already left the previous screen.
 * Never rejects.
 */
export async function moveToNewestVersion(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (!registration) return;
  registration.update().catch(() => undefined);
  const ready = await waitForNewerVersion();
  if (!ready || !mayAutoReload(Date.now(), Number(readLocal(LAST_MOVE_KEY)))) return;
  writeLocal(LAST_MOVE_KEY, String(Date.now()));
  ready.apply();
}

export const reloadNewest = (): void =>
  (availableUpdate.get()?.apply ?? (() => location.reload()))();

const MIN_CHECK_INTERVAL_MS = 60_000;

const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;

export const isUpdateCheckDue = (now: number, checkedAt: number): boolean =>
  now - checkedAt >= MIN_CHECK_INTERVAL_MS;

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
  setInterval(check, UPDATE_CHECK_INTERVAL_MS);
}

const BUILD_RESPONSE_TIMEOUT_MS = 2000;

const buildSchema = z.object({ name: z.string(), news: z.array(z.string()) });

async function fetchBuild(worker: ServiceWorker): Promise<WaitingBuild | null> {
  const response: Promise<unknown> = messageSW(worker, { type: WORKER_REQUEST.tellBuild });
  const timeout = new Promise((resolve) => setTimeout(resolve, BUILD_RESPONSE_TIMEOUT_MS));
  return buildSchema.safeParse(await Promise.race([response, timeout])).data ?? null;
}

async function offerWorker(workbox: Workbox, worker: ServiceWorker): Promise<void> {
  const build = await fetchBuild(worker);
  if (worker.state !== 'installed') return;
  const apply = () => {
    workbox.addEventListener('controlling', () => location.reload());
    workbox.messageSkipWaiting();
  };
  availableUpdate.set({ build, apply });
}

const offerReload = () => availableUpdate.set({ build: null, apply: () => location.reload() });

function followUpdates(workbox: Workbox, initialWorker: ServiceWorker | null): void {
  const { controller } = navigator.serviceWorker;
  let isControlled = controller !== null;
  // The worker was replaced before this code loaded, because another tab was faster.
  if (initialWorker !== null && controller !== initialWorker) offerReload();
  workbox.addEventListener('controlling', () => {
    // A page without a worker already runs the version of the first worker.
    if (isControlled) offerReload();
    isControlled = true;
  });
}

/** Workbox stops following updates after one that was found late, even if that one fails. */
function offerWaitingWorkers(workbox: Workbox, registration: ServiceWorkerRegistration): void {
  let offered: ServiceWorker | null = null;
  const offer = () => {
    const { waiting } = registration;
    // The first worker takes over without being offered.
    if (!waiting || waiting === offered || !navigator.serviceWorker.controller) return;
    offered = waiting;
    void offerWorker(workbox, waiting);
  };
  const followInstalling = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', followInstalling);
  followInstalling();
  offer();
}

/** @param initialWorker the worker that controlled the page when it was opened */
export async function registerServiceWorker(initialWorker: ServiceWorker | null): Promise<void> {
  if (requiresManualInstall())
    import('./splash').then(
      ({ addLaunchImages }) => addLaunchImages(),
      () => undefined,
    );
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  followKit();
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  followUpdates(workbox, initialWorker);
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (!registration) return;
  offerWaitingWorkers(workbox, registration);
  checkForUpdates(registration);
}
