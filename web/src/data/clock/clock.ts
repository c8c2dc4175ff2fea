import { useCallback, useSyncExternalStore } from 'react';
import { clockOffset } from './offset';

/** Now by the server's clock (epoch ms); by the device's until the server's time was seen once. */
export const serverNow = (): number => Math.round(Date.now() + (clockOffset.get()?.offset ?? 0));

/** Calls `onTick` at every multiple of `everyMs` of the server's clock while the page is visible. Returns the stop. */
function tick(everyMs: number, onTick: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(beat, everyMs - (serverNow() % everyMs));
  };
  const beat = () => {
    if (!document.hidden) onTick();
    next();
  };
  next();
  document.addEventListener('visibilitychange', beat);
  const forgetOffset = clockOffset.subscribe(beat);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', beat);
    forgetOffset();
  };
}

/**
 * Now by the server's clock (epoch ms), floored to `everyMs`, so that all that count down change together. Renders at
 * each multiple of `everyMs`, not while the page is hidden. What the build draws knows no time: there it is 0.
 */
export function useNow(everyMs = 1000): number {
  const subscribe = useCallback((onTick: () => void) => tick(everyMs, onTick), [everyMs]);
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow() / everyMs) * everyMs,
    () => 0,
  );
}

/** How far the device's clock is ahead of the server's (ms; negative when behind), 0 until it was measured. */
export const useClockError = (): number =>
  -useSyncExternalStore(clockOffset.subscribe, () => clockOffset.get()?.offset ?? 0);
