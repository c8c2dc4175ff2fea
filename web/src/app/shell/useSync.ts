import type { User } from '@quantalgo/contracts';
import { useEffect, useRef } from 'react';
import { startSync } from '../../data/sync/sync';

/** Calls `work` once the frame that is being made has been painted. Returns what calls it off. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Keeps what is stored in step with the server while the dashboard is open, from after its first paint on. */
export function useSync(member: User): void {
  const latest = useRef(member);
  useEffect(() => {
    latest.current = member;
  });
  const { id } = member;
  useEffect(() => {
    let stop: (() => void) | undefined;
    const callOff = afterPaint(() => {
      stop = startSync(latest.current);
    });
    return () => {
      callOff();
      stop?.();
    };
  }, [id]);
}
