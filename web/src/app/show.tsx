import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { boot } from '../data/boot';
import { followInstall } from '../data/pwa/install';
import { showApp } from '../data/core/firstPaint';
import { whenIdle } from '../data/core/whenIdle';
import { Root } from './Root';
import { preload } from './routes';

/** Where the app does not come to what was kept of its screen, nobody looks at that for longer (ms). */
const KEPT_AT_MOST_MS = 3000;

/** Takes the page over that the build has drawn, or shows the app in its place. */
function take(place: Element): void {
  const app = <Root Router={BrowserRouter} />;
  const drawn = document.getElementById('drawn');
  const elsewhere = 'elsewhere' in document.documentElement.dataset;
  // In slices: a slow phone answers a touch in between.
  if (drawn && !elsewhere) {
    place.remove();
    startTransition(() => void hydrateRoot(drawn, app));
  } else {
    drawn?.remove();
    startTransition(() => createRoot(place).render(app));
  }
}

/** What keeps the app for offline comes once the page has nothing else to do; offline it is there already, or not needed. */
const startWorker = () =>
  import('../data/pwa/serviceWorker').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => undefined,
  );

/**
 * Shows the app in the document's place for it, once the code of the page is there.
 * @throws Error when the document has no such place, or the environment is wrong
 */
export async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no place for the app');
  boot();
  followInstall();
  whenIdle(() => void startWorker());
  await preload(location.pathname);
  take(root);
  setTimeout(showApp, KEPT_AT_MOST_MS);
}
