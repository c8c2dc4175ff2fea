import { PATHS } from '@quantalgo/contracts/core/paths';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import * as z from 'zod/mini';
import { firebaseEnvironment } from '../data/core/environment';
import { onLogFault } from '../data/core/faultFlag';
import { afterProof } from '../data/core/firstPaint';
import { startTheme } from '../data/core/theme';
import { whenIdle } from '../data/core/whenIdle';
import { followInstall } from '../data/pwa/install';
import { onProblem } from '../core/problem';
import { currentUser, followOtherTabs } from '../data/auth/currentSession';
import { beginSync } from '../data/sync/start';
import { Root } from './App';
import { STORED_SCREEN_ID } from './firstPaint/beforeScreen';
import { preload } from './routes';

/**
 * Must be called first: starts fault reporting, keeps zod from compiling code (the site's content policy forbids it),
 * checks the environment, applies the chosen theme and follows the other tabs.
 * @throws Error that names a bad variable.
 */
function boot(): void {
  // Loaded beside the first paint: nothing waits for fault reporting.
  import('../data/core/faults').then(
    ({ followFaults }) => followFaults(),
    () => undefined,
  );
  onProblem(
    (kind) =>
      void import('./problem').then(
        ({ showCode }) => showCode(kind),
        () => undefined,
      ),
  );
  z.config({ jitless: true });
  firebaseEnvironment();
  startTheme();
  followOtherTabs();
}

/** Longest time (ms) that a stored screen stays if the app doesn't replace it. */
const STORED_SCREEN_MS = 3000;

/** Whether a translator changed a prerendered page before the app ran: React could not hydrate it. */
const isTranslated = (page: Element): boolean => page.querySelector(':is(font)') !== null;

/** Hydrates the prerendered page, or renders the app in its place. */
function renderApp(place: Element): void {
  const app = <Root Router={BrowserRouter} />;
  const drawn = document.getElementById('drawn');
  const elsewhere = 'elsewhere' in document.documentElement.dataset;
  // Transitions render in slices, so that a slow phone can respond to touches in between.
  if (drawn && !elsewhere) {
    place.remove();
    startTransition(() => {
      if (isTranslated(drawn)) createRoot(drawn).render(app);
      else hydrateRoot(drawn, app);
    });
  } else {
    drawn?.remove();
    startTransition(() => createRoot(place).render(app));
  }
}

/** Registers the service worker once it delays nothing else; offline it is active already, or not needed. */
const startWorker = (atStart: ServiceWorker | null) =>
  import('../data/pwa/serviceWorker').then(
    ({ registerServiceWorker }) => registerServiceWorker(atStart),
    () => undefined,
  );

/**
 * Connects while the code of a member's screen loads and renders, but only if that code is on the device: over the
 * network it has priority. Returns whether it connects.
 */
function connectEarly(): boolean {
  const user = currentUser();
  const isScreen = `${location.pathname}/`.startsWith(`${PATHS.dashboard}/`);
  const isHere = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (!user || !isScreen || !isHere || !navigator.onLine) return false;
  beginSync(user);
  return true;
}

/**
 * Renders the app into the document, once the code of the page is loaded.
 * @throws Error if the document has no root element, or the environment is wrong
 */
export async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no place for the app');
  boot();
  onLogFault(
    () =>
      void import('./logBar').then(
        ({ drawLogBar }) => drawLogBar(),
        () => undefined,
      ),
  );
  followInstall();
  const later = connectEarly() ? afterProof : whenIdle;
  const atStart = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  later(() => void startWorker(atStart));
  await preload(location.pathname);
  renderApp(root);
  setTimeout(() => document.getElementById(STORED_SCREEN_ID)?.remove(), STORED_SCREEN_MS);
}
