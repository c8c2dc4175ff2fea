import { noteSetBack } from '../clock/offset';
import type { SyncEvent } from './machine';

/** How often (ms) the passing of time is looked at, and which gap (ms) tells that the device slept or its clock was set. */
const LOOK_MS = 10_000;
const GAP_MS = 30_000;
/** A return to the page announces itself in several ways: what comes within this time (ms) is one. */
const ONE_RETURN_MS = 1000;

/** Tells of whatever may have cut the stream: network gone or back, page hidden or shown again, device asleep, clock set. */
export function followPage(dispatch: (event: SyncEvent) => void, stopped: AbortSignal): void {
  let returnedAt = -Infinity;
  const returned = (type: 'online' | 'resumed') => {
    const now = performance.now();
    if (type === 'resumed' && now - returnedAt < ONE_RETURN_MS) return;
    returnedAt = now;
    dispatch({ type });
  };
  const left = () => {
    returnedAt = -Infinity;
    dispatch({ type: 'hidden' });
  };
  const options = { signal: stopped };
  window.addEventListener('online', () => returned('online'), options);
  window.addEventListener('offline', () => dispatch({ type: 'offline' }), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && returned('resumed'), options);
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? left() : returned('resumed')),
    options,
  );
  if (document.hidden) left();
  let seen = Date.now();
  let steady = performance.now();
  const look = setInterval(() => {
    const gap = Date.now() - seen;
    const setBack = performance.now() - steady - gap;
    seen = Date.now();
    steady = performance.now();
    if (setBack > GAP_MS) noteSetBack(setBack);
    if (!document.hidden && (gap > GAP_MS || gap < 0)) returned('resumed');
  }, LOOK_MS);
  stopped.addEventListener('abort', () => clearInterval(look));
}
