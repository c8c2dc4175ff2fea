import { useEffect } from 'react';
import { keepKit } from '../data/pwa/kit';
import { whenIdle } from '../data/whenIdle';

/** Fetches for whoever is signed in what every screen needs to open offline, once the page has nothing else to do. */
export function useOfflineKit(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      stop = keepKit();
    });
    return () => {
      callOff();
      stop?.();
    };
  }, []);
}
