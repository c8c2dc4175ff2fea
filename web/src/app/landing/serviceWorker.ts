import { PATHS } from '@quantalgo/contracts/core/paths';
import { isSavingData } from '../../data/pwa/savesData';
import { runWhenIdle } from '../../data/core/whenIdle';

/** Leaves the network and the processor to the page until then. */
const REGISTRATION_DELAY_MS = 3000;

const register = () => {
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
};

const canRegister = () => import.meta.env.PROD && 'serviceWorker' in navigator && !isSavingData();

/**
 * Registers the service worker, which caches the app's shell, once the page has loaded and isn't
 * busy. With data saving on, it is registered when the app opens.
 * @param isBusy true while the page does work that the visitor waits for
 */
export function registerLater(isBusy: () => boolean = () => false): void {
  if (!canRegister()) return;
  const registerWhenDone = () => (isBusy() ? registerLater(isBusy) : runWhenIdle(register));
  setTimeout(registerWhenDone, REGISTRATION_DELAY_MS);
}

const APP_LINKS = [PATHS.login, PATHS.signUp, PATHS.dashboard]
  .map((path) => `a[href^="${path}"]`)
  .join();

/** Calls `callback` once the visitor points at, touches or focuses a link into the app. */
export function onIntent(callback: () => void): void {
  const controller = new AbortController();
  const handleEvent = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(APP_LINKS) === null) return;
    controller.abort();
    callback();
  };
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    addEventListener(type, handleEvent, { passive: true, signal: controller.signal });
}

/**
 * For pages that most visitors only read: downloads the app's shell once they show intent to open
 * the app. Updates a shell that is already installed.
 */
export function registerOnIntent(): void {
  if (!canRegister()) return;
  if (navigator.serviceWorker.controller) registerLater();
  else onIntent(register);
}
