import { useEffect, useState, useSyncExternalStore } from 'react';
import { isPageVisible, subscribeToVisibility } from './visibility';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** A server that doesn't answer in this time mustn't hide the screen. */
const MAX_WAIT_MS = 8000;

/** Hidden pages request nothing, so they don't count as waiting. */
function useHasWaited(): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      if (isPageVisible()) timer = setTimeout(() => setHasWaited(true), MAX_WAIT_MS);
    };
    restart();
    const unsubscribe = subscribeToVisibility(restart);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return hasWaited;
}

/**
 * True while a device that has none of a screen's data waits for it. Until then, screens show a
 * placeholder of their height, because the data would push content down.
 *
 * @param stored undefined while it is being read, null if this device has none
 */
export function useFirstLoad(stored: unknown, hasFailed = false): boolean {
  const online = useOnline();
  const hasWaited = useHasWaited();
  const [isOver, setOver] = useState(false);
  const isWaiting = stored === null && online && !hasFailed && !hasWaited && !isOver;
  // Once the screen has been shown, it isn't hidden again.
  if (stored !== undefined && !isWaiting && !isOver) setOver(true);
  return isWaiting;
}
