import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Leads to the part of the screen that the address names, once `ready`: the router scrolls to none. */
export function useHashTarget(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (ready && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash, key]);
}
