import { Workbox } from 'workbox-window';
import { clientOutdated } from './clientBuild';
import { followKit } from './kit';
// Comes along, so that it is there when other code can no longer be had.
import './moveOn';
import { followUpdates } from './update';

/** A page that is shown, hidden and shown again looks for a newer version at most this often (ms). */
const BETWEEN_LOOKS_MS = 60_000;
/** A page that stays open looks by itself this often (ms). */
const LOOK_MS = 60 * 60_000;

/** Whether it is time to look for a newer version, at `now` and after a look at `before` (ms). */
export const isTimeToLook = (now: number, before: number): boolean =>
  now - before >= BETWEEN_LOOKS_MS;

/** Looks for a newer version whenever somebody comes back to the page, and once an hour. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
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
  if (registration) lookForUpdates(registration);
}
