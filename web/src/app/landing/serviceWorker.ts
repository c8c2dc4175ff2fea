import { savesData } from '../../data/pwa/savesData';
import { whenIdle } from '../../data/whenIdle';

/**
 * Registers the app's service worker once the page itself is done: it fetches the app's shell for later. Not for a visitor
 * who saves data; whoever comes to the app gets it there.
 */
export function registerWhenIdle(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  whenIdle(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}
