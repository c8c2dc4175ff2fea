import { useEffect, useRef } from 'react';
import { useNow } from '../clock/clock';
import type { Answer } from './useAnswer';

const EVERY_MS = 60_000;

/** Asks anew every minute while the page is in sight: others work on the same list. */
export function useKeptFresh<T>(answer: Answer<T>): Answer<T> {
  const { askAgain } = answer;
  const minute = useNow(EVERY_MS);
  const asked = useRef(minute);
  useEffect(() => {
    if (asked.current === minute) return;
    asked.current = minute;
    askAgain();
  }, [minute, askAgain]);
  return answer;
}
