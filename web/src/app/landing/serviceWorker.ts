import { savesData } from '../../data/pwa/savesData';
import { whenIdle } from '../../data/core/whenIdle';

/** So long (ms) the page has line and processor for itself, even while it waits for an answer. */
const PAGE_FIRST_MS = 3000;

const register = () => {
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
};

/**
 * Registers the app's service worker once the page itself is done: it fetches the app's shell for later. Not for a visitor
 * who saves data; whoever comes to the app gets it there.
 */
export function registerLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  setTimeout(() => whenIdle(register), PAGE_FIRST_MS);
}
