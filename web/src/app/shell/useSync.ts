import type { User } from '@quantalgo/contracts';
import { useEffect, useRef } from 'react';
import { recordHead } from '../../data/ledger/heads';
import { startSync } from '../../data/sync/start';
import { afterPaint } from '../afterPaint';

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
      void recordHead();
    });
    return () => {
      callOff();
      stop?.();
    };
  }, [id]);
}
