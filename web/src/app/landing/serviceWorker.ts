import { PATHS } from '@quantalgo/contracts/core/paths';
import { savesData } from '../../data/pwa/savesData';
import { whenIdle } from '../../data/core/whenIdle';

/** Time (ms) for which the page has the network and the processor to itself, even while it waits for a response. */
const PAGE_FIRST_MS = 3000;

const register = () => {
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
};

const canRegister = () => import.meta.env.PROD && 'serviceWorker' in navigator && !savesData();

/**
 * Registers the app's service worker, which caches the app's shell, once the page itself is done. Not for visitors who
 * save data; for them the app registers it.
 * @param isBusy whether the page works on something that the visitor waits for
 */
export function registerLater(isBusy: () => boolean = () => false): void {
  if (!canRegister()) return;
  const registerOrWait = () => (isBusy() ? registerLater(isBusy) : whenIdle(register));
  setTimeout(registerOrWait, PAGE_FIRST_MS);
}

/** Selector of the links into the app. */
const INTO_APP = [PATHS.login, PATHS.signUp, PATHS.dashboard]
  .map((path) => `a[href^="${path}"]`)
  .join();

/** Calls `work` once a visitor points at, touches or focuses a link into the app. */
export function onIntent(work: () => void): void {
  const over = new AbortController();
  const look = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(INTO_APP) === null) return;
    over.abort();
    work();
  };
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    addEventListener(type, look, { passive: true, signal: over.signal });
}

/**
 * Like {@link registerLater}, for pages that most visitors only read: the app's shell isn't downloaded until the
 * visitor turns to the app. A shell that is installed already is kept up to date.
 */
export function registerOnIntent(): void {
  if (!canRegister()) return;
  if (navigator.serviceWorker.controller) registerLater();
  else onIntent(register);
}
