import { useRef } from 'react';

/** Calls during a run are dropped. Rejects if `work` does. */
export function useOnce<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  const running = useRef(false);
  return async (...args) => {
    if (running.current) return;
    running.current = true;
    try {
      await work(...args);
    } finally {
      running.current = false;
    }
  };
}
