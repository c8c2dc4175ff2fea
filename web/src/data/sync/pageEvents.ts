import { noteClockSetBack } from '../core/clock';
import { isSeen } from '../core/topWindow';

/**
 * Lifecycle of a page. `hidden`, `resumed`: hidden, or visible again; `left`: the browser freezes it or puts it in the
 * back/forward cache; `woken`: it is visible, and the device slept or its clock was set; `online`, `offline`: as
 * reported by the browser.
 */
export type PageEvent = 'hidden' | 'resumed' | 'left' | 'woken' | 'online' | 'offline';

/** Interval (ms) of checking the clock, and the gap (ms) that means the device slept or its clock was set. */
const CHECK_MS = 10_000;

const GAP_MS = 30_000;

/** A return to the page fires several events: those within this time (ms) count as one. */
const ONE_RETURN_MS = 1000;

/** Compares the clocks with the last check: true if the device slept or its clock was set in between. */
function createWatch(): () => boolean {
  let seen = Date.now();
  let steady = performance.now();
  return () => {
    const gap = Date.now() - seen;
    const setBack = performance.now() - steady - gap;
    seen = Date.now();
    steady = performance.now();
    if (setBack > GAP_MS) noteClockSetBack(setBack);
    return gap > GAP_MS || gap < 0;
  };
}

/** Reports the lifecycle events of this page until `stopped`. */
export function followPage(tell: (event: PageEvent) => void, stopped: AbortSignal): void {
  const hasSlept = createWatch();
  let returnedAt = -Infinity;
  const returned = (event: 'online' | 'resumed' | 'woken') => {
    const now = performance.now();
    if (event !== 'online' && now - returnedAt < ONE_RETURN_MS) return;
    returnedAt = now;
    tell(event);
  };
  const gone = (event: 'hidden' | 'left') => {
    returnedAt = -Infinity;
    tell(event);
  };
  const shown = () => {
    if (isSeen()) returned(hasSlept() ? 'woken' : 'resumed');
    else gone('hidden');
  };
  const options = { signal: stopped };
  window.addEventListener('online', () => returned('online'), options);
  window.addEventListener('offline', () => tell('offline'), options);
  window.addEventListener('pagehide', () => gone('left'), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && shown(), options);
  document.addEventListener('freeze', () => gone('left'), options);
  document.addEventListener('resume', shown, options);
  document.addEventListener('visibilitychange', shown, options);
  const timer = setInterval(() => {
    if (hasSlept() && isSeen()) returned('woken');
  }, CHECK_MS);
  stopped.addEventListener('abort', () => clearInterval(timer));
}
