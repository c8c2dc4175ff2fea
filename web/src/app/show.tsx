import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import * as z from 'zod/mini';
import { firebaseEnvironment } from '../data/core/environment';
import { showApp } from '../data/core/firstPaint';
import { startTheme } from '../data/core/theme';
import { whenIdle } from '../data/core/whenIdle';
import { followInstall } from '../data/pwa/install';
import { followOtherTabs } from '../data/session/currentSession';
import { Root } from './App';
import { preload } from './routes';

/**
 * To be called first of all: reports faults, forbids zod to compile code (the site's content policy does), checks the environment,
 * shows the theme that was chosen and follows the other tabs.
 * @throws Error that names a bad variable.
 */
function boot(): void {
  // Fetched beside the first paint: nobody waits for what reports faults.
  import('../data/core/faults').then(
    ({ followFaults }) => followFaults(),
    () => undefined,
  );
  z.config({ jitless: true });
  firebaseEnvironment();
  startTheme();
  followOtherTabs();
}

/** Where the app does not come to what was kept of its screen, nobody looks at that for longer (ms). */
const STORED_SCREEN_MS = 3000;

/** Takes the page over that the build has drawn, or shows the app in its place. */
function renderApp(place: Element): void {
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
  renderApp(root);
  setTimeout(showApp, STORED_SCREEN_MS);
}
