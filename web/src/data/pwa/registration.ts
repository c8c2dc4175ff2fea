import { useSyncExternalStore } from 'react';
import { observable } from '../observable';
import { clientOutdated } from './clientBuild';

/** Takes over from the running version; null while there is no newer one. */
const waiting = observable<(() => void) | null>(null);

/** Registers the service worker once the page has loaded, and asks for a newer one whenever the page is shown again. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => waiting.set(() => workbox.messageSkipWaiting()));
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    // The first worker takes over a page that already runs its version; any later one brings another.
    if (isUpdate === true || waiting.get() !== null) location.reload();
  });
  const update = () => {
    if (!document.hidden) void workbox.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', update);
  clientOutdated.subscribe(update);
  await workbox.register();
}

/** A newer version that waits for its turn: `apply` makes it take over, and loads the page anew. */
export function useUpdate(): { available: boolean; apply: () => void } {
  const take = useSyncExternalStore(waiting.subscribe, waiting.get);
  return { available: take !== null, apply: () => take?.() };
}
