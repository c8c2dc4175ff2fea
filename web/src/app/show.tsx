import { PATHS } from '@quantalgo/contracts/core/paths';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import * as z from 'zod/mini';
import { getFirebaseEnvironment } from '../data/core/environment';
import { onLogFault } from '../data/core/faultFlag';
import { runAfterProof } from '../data/core/firstPaint';
import { startTheme } from '../data/core/theme';
import { runWhenIdle } from '../data/core/whenIdle';
import { captureInstallPrompt } from '../data/pwa/install';
import { onProblem } from '../core/problem';
import { getCurrentUser, followOtherTabs } from '../data/auth/currentSession';
import { beginSync } from '../data/sync/start';
import { Root } from './App';
import { STORED_SCREEN_ID } from './firstPaint/beforeScreen';
import { preload } from './pages';

/**
 * Must be called first. The content security policy forbids `new Function`, which zod's JIT would
 * try.
 * @throws Error if an environment variable is missing or invalid
 */
function boot(): void {
  // Loaded in parallel, because nothing depends on fault reporting.
  import('../data/core/faults').then(
    ({ reportUncaughtFaults }) => reportUncaughtFaults(),
    () => undefined,
  );
  onProblem(
    (kind) =>
      void import('./problem').then(
        ({ showCode }) => showCode(kind),
        () => undefined,
      ),
  );
  // All calls need it.
  if (!('timeout' in AbortSignal))
    import('./oldBrowser').then(
      ({ warnOldBrowser }) => warnOldBrowser(),
      () => undefined,
    );
  z.config({ jitless: true });
  getFirebaseEnvironment();
  startTheme();
  followOtherTabs();
}

/** When a stored screen is removed even if the app hasn't replaced it. */
const STORED_SCREEN_TIMEOUT_MS = 3000;

/** React can't hydrate a page that a translator changed before the app ran. */
const isTranslated = (page: Element): boolean => page.querySelector(':is(font)') !== null;

function renderApp(root: Element): void {
  const app = <Root Router={BrowserRouter} />;
  const prerendered = document.getElementById('drawn');
  const showsOtherContent = 'elsewhere' in document.documentElement.dataset;
  // Transitions render in slices, so that a slow phone can respond to touches in between.
  if (prerendered && !showsOtherContent) {
    root.remove();
    startTransition(() => {
      if (isTranslated(prerendered)) createRoot(prerendered).render(app);
      else hydrateRoot(prerendered, app);
    });
  } else {
    prerendered?.remove();
    startTransition(() => createRoot(root).render(app));
  }
}

/**
 * Called late, so that it doesn't delay the first screen. Offline, a worker is either active
 * already or can't be installed.
 */
const startServiceWorker = (initialWorker: ServiceWorker | null) =>
  import('../data/pwa/serviceWorker').then(
    ({ registerServiceWorker }) => registerServiceWorker(initialWorker),
    () => undefined,
  );

/**
 * Connects while a screen's code loads, but only if that code is cached: otherwise the code has
 * priority on the network.
 */
function connectEarly(): boolean {
  const user = getCurrentUser();
  const isScreen = `${location.pathname}/`.startsWith(`${PATHS.dashboard}/`);
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (!user || !isScreen || !hasWorker || !navigator.onLine) return false;
  beginSync(user);
  return true;
}

/** @throws Error if the document has no root element, or the environment is invalid */
export async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root element');
  boot();
  onLogFault(
    () =>
      void import('./logBar').then(
        ({ showLogBar }) => showLogBar(),
        () => undefined,
      ),
  );
  captureInstallPrompt();
  const schedule = connectEarly() ? runAfterProof : runWhenIdle;
  const initialWorker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  schedule(() => void startServiceWorker(initialWorker));
  await preload(location.pathname);
  renderApp(root);
  setTimeout(() => document.getElementById(STORED_SCREEN_ID)?.remove(), STORED_SCREEN_TIMEOUT_MS);
}
