import type { SyncEvent } from './machine';

/** How often (ms) the passing of time is looked at, and which gap (ms) tells that the device slept or its clock was set. */
const LOOK_MS = 10_000;
const GAP_MS = 30_000;
/** A return to the page announces itself in several ways: what comes within this time (ms) is one. */
const ONE_RETURN_MS = 1000;

/** Tells of whatever may have cut the stream: network gone or back, page shown again, device asleep, clock set. */
export function followPage(dispatch: (event: SyncEvent) => void, stopped: AbortSignal): void {
  let returnedAt = -Infinity;
  const returned = (type: 'online' | 'resumed') => {
    const now = performance.now();
    if (type === 'resumed' && now - returnedAt < ONE_RETURN_MS) return;
    returnedAt = now;
    dispatch({ type });
  };
  const options = { signal: stopped };
  window.addEventListener('online', () => returned('online'), options);
  window.addEventListener('offline', () => dispatch({ type: 'offline' }), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && returned('resumed'), options);
  document.addEventListener(
    'visibilitychange',
    () => !document.hidden && returned('resumed'),
    options,
  );
  let seen = Date.now();
  const look = setInterval(() => {
    const gap = Date.now() - seen;
    seen = Date.now();
    if (!document.hidden && (gap > GAP_MS || gap < 0)) returned('resumed');
  }, LOOK_MS);
  stopped.addEventListener('abort', () => clearInterval(look));
}
