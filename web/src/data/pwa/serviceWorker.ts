import { Workbox } from 'workbox-window';
import { clientOutdated } from '../core/environment';
import { readLocal, writeLocal } from '../core/webStorage';
import { followKit, followUpdates, update, type Update } from './appState';

/** When (epoch ms) this browser last moved to a newer version by itself. */
const MOVED_ON_KEY = 'quantalgo.moved-on';

/** Whoever moved on by themselves and is to do so again this soon (ms) would do so forever. */
const BETWEEN_MOVES_MS = 5 * 60_000;

/** A newer version has this long (ms) to be fetched. */
const FETCHED_WITHIN_MS = 30_000;

/** Whether a page may be loaded anew without being asked, at `now` and after it was at `before` (epoch ms). */
export const mayMoveOn = (now: number, before: number): boolean =>
  Math.abs(now - before) >= BETWEEN_MOVES_MS;

/** The newer version once it is ready, null when none came in time. */
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
 * To be called when code of a screen can't be had: a tab of an older build asks for what is nowhere any more. Where there is
 * a newer version this page moves on to it; nothing is lost, as the screen that was left holds nothing any more. Never
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

/** Loads the page anew, as its member asks for: in the newer version where one is ready. */
export const reloadNewest = (): void => (update.get()?.apply ?? (() => location.reload()))();

// Comes along, so that it is there when other code can no longer be had.
/** A page that is shown, hidden and shown again looks for a newer version at most this often (ms). */
const BETWEEN_LOOKS_MS = 60_000;

/** A page that stays open looks by itself this often (ms). */
const LOOK_MS = 60 * 60_000;

/** Whether it is time to look for a newer version, at `now` and after a look at `before` (ms). */
export const isTimeToLook = (now: number, before: number): boolean =>
  now - before >= BETWEEN_LOOKS_MS;

/** Looks for a newer version whenever somebody comes back to the page, and once an hour. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = -Infinity;
  const look = () => {
    const now = performance.now();
    if (document.hidden || !isTimeToLook(now, lookedAt)) return;
    lookedAt = now;
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  window.addEventListener('focus', look);
  clientOutdated.subscribe(look);
  setInterval(look, LOOK_MS);
}

/** Registers the service worker, and from then on follows what it keeps and what comes to replace it. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  followKit();
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  followUpdates(workbox);
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (registration) checkForUpdates(registration);
}
