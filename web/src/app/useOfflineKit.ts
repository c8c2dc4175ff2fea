import { useEffect } from 'react';
import { whenIdle } from '../data/core/whenIdle';

/** Fetches for whoever is signed in what every screen needs to open offline, once the page has nothing else to do. */
export function useOfflineKit(): void {
  useEffect(() => {
    let ended = false;
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      void import('../data/pwa/appState').then(
        ({ keepKit }) => {
          if (!ended) stop = keepKit();
        },
        () => undefined,
      );
    });
    return () => {
      ended = true;
      callOff();
      stop?.();
    };
  }, []);
}
