import { useRef } from 'react';

/** Calls during a run are dropped. Rejects if `work` does. */
export function useSingleFlight<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
