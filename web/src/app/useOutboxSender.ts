import { useEffect } from 'react';
import { startOutbox } from '../data/sync/start';
import { afterPaint } from './afterPaint';

/** Sends what the member's outbox holds, on every screen of theirs, from after its first paint on. */
export function useOutboxSender(uid: string): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const callOff = afterPaint(() => {
      stop = startOutbox(uid);
    });
    return () => {
      callOff();
      stop?.();
    };
  }, [uid]);
}
