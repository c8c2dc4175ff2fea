import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { wordsFor, type FailureWords } from '../api/errors';
import { serverNow } from '../clock/clock';
import { useOnline } from '../useOnline';
import { asStaff } from './asStaff';
import type { Seen, StaffMemory } from './memory';

/** What the server says to a question of the console. */
export interface Answer<T> {
  /** What it said last, with its age; undefined before the first time. */
  readonly seen: Seen<T> | undefined;
  readonly asking: boolean;
  /** Why it could not be asked, in words for the screen. */
  readonly failure: string | null;
  readonly askAgain: () => void;
  /** Takes over what a later answer said of a part of it. */
  readonly amend: (change: (value: T) => T) => void;
}

/**
 * Asks the server when the question changes, when the network is back, and when asked to; shows what it said last
 * meanwhile, and offline.
 * @param ask answers the question; called anew only as said, whatever it closes over
 */
export function useAnswer<T>(
  memory: StaffMemory<T>,
  question: string,
  ask: () => Promise<T>,
  words: FailureWords,
): Answer<T> {
  const online = useOnline();
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const seen = useSyncExternalStore(memory.subscribe, () => memory.get(question));
  const how = useRef({ ask, words });
  useEffect(() => {
    how.current = { ask, words };
  });

  useEffect(() => {
    let current = true;
    const run = async () => {
      setAsking(true);
      setFailure(null);
      try {
        const value = await asStaff(how.current.ask);
        if (current) memory.set(question, { value, at: serverNow() });
      } catch (error) {
        if (current) setFailure(wordsFor(error, how.current.words));
      }
      if (current) setAsking(false);
    };
    void run();
    return () => {
      current = false;
    };
  }, [memory, question, round, online]);

  const askAgain = useCallback(() => setRound((before) => before + 1), []);
  const amend = useCallback(
    (change: (value: T) => T) => {
      const before = memory.get(question);
      if (before) memory.set(question, { ...before, value: change(before.value) });
    },
    [memory, question],
  );
  return { seen, asking, failure, askAgain, amend };
}
