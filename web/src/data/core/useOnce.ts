import { useRef } from 'react';

/** Runs `work` on request, one run at a time: requests during a run are dropped. Rejects where `work` does. */
export function useOnce<A extends readonly unknown[]>(
  work: (...given: A) => Promise<void>,
): (...given: A) => Promise<void> {
  const running = useRef(false);
  return async (...given) => {
    if (running.current) return;
    running.current = true;
    try {
      await work(...given);
    } finally {
      running.current = false;
    }
  };
}
