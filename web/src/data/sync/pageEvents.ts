import { recordClockSetBack } from '../core/clock';
import { isAppVisible } from '../core/topWindow';

/**
 * `left`: the browser freezes the page or puts it in the back/forward cache. `woken`: it is
 * visible, and the device slept or its clock was set.
 */
export type PageEvent = 'hidden' | 'resumed' | 'left' | 'woken' | 'online' | 'offline';

const SLEEP_CHECK_INTERVAL_MS = 10_000;

/** A gap this long between checks means that the device slept or its clock was set. */
const SLEEP_GAP_MS = 30_000;

/** A return fires several events: those within this time count as one. */
const RETURN_DEBOUNCE_MS = 1000;

/** @returns a check: has the device slept, or its clock been set, since the last check? */
function createSleepDetector(): () => boolean {
  let lastWallTime = Date.now();
  let lastMonotonic = performance.now();
  return () => {
    const gap = Date.now() - lastWallTime;
    const setBack = performance.now() - lastMonotonic - gap;
    lastWallTime = Date.now();
    lastMonotonic = performance.now();
    if (setBack > SLEEP_GAP_MS) recordClockSetBack(setBack);
    return gap > SLEEP_GAP_MS || gap < 0;
  };
}

export function followPage(onEvent: (event: PageEvent) => void, signal: AbortSignal): void {
  const detectSleep = createSleepDetector();
  /** The sleep was detected while hidden, so it is reported on return. */
  let isSleepUnreported = false;
  let returnedAt = -Infinity;
  const handleReturn = (event: 'online' | 'resumed' | 'woken') => {
    const now = performance.now();
    if (event !== 'online' && now - returnedAt < RETURN_DEBOUNCE_MS) return;
    returnedAt = now;
    onEvent(event);
  };
  const handleLeave = (event: 'hidden' | 'left') => {
    returnedAt = -Infinity;
    onEvent(event);
  };
  const checkSleep = (): boolean => {
    isSleepUnreported = detectSleep() || isSleepUnreported;
    const isReported = isSleepUnreported && isAppVisible();
    if (isReported) isSleepUnreported = false;
    return isReported;
  };
  const handleVisibility = () => {
    const isWoken = checkSleep();
    if (isAppVisible()) handleReturn(isWoken ? 'woken' : 'resumed');
    else handleLeave('hidden');
  };
  const options = { signal };
  window.addEventListener('online', () => handleReturn('online'), options);
  window.addEventListener('offline', () => onEvent('offline'), options);
  window.addEventListener('pagehide', () => handleLeave('left'), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && handleVisibility(), options);
  document.addEventListener('freeze', () => handleLeave('left'), options);
  document.addEventListener('resume', handleVisibility, options);
  document.addEventListener('visibilitychange', handleVisibility, options);
  const timer = setInterval(() => {
    if (checkSleep()) handleReturn('woken');
  }, SLEEP_CHECK_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
