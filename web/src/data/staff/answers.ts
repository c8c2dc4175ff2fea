import type { Endpoint } from '@quantalgo/contracts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { serverNow, useNow } from '../core/clock';
import { observable } from '../core/observable';
import { useOnline } from '../core/useOnline';
import { refreshMember, renewClaims } from '../session/access';
import { currentUser, session } from '../session/currentSession';
import { ApiError, failureText, type FailureWords } from '../session/errors';
import { askForFactor, factorAsked } from './secondFactor';

/**
 * Runs a call that requires staff. If the server requires the second factor, it runs again once that was presented.
 * After another 403, the member and their token are renewed, so that somebody who is no longer staff leaves the
 * console.
 */
export async function asStaff<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const why = factorAsked(error);
      if (why !== null && (await askForFactor(why))) continue;
      // Without the refusal's code, so that the member isn't asked again.
      if (why !== null) throw new ApiError(NOT_SHOWN, 403);
      if (error instanceof ApiError && error.status === 403 && (await refreshMember()))
        void renewClaims();
      throw error;
    }
  }
}

const NOT_SHOWN = 'This needs your second factor: nothing was done.';

/** The console's messages for a failed call without a message from the server. */
export const failureWords = ({ failure }: Endpoint): FailureWords => ({ wordless: failure });

/** The server's answer and its time (epoch ms, server clock). */
interface SeenAnswer<T> {
  readonly value: T;
  readonly at: number;
}

/** Answers displayed to staff, by question: stored in this page's memory only. */
interface StaffMemory<T> {
  readonly get: (question: string) => SeenAnswer<T> | undefined;
  readonly set: (question: string, seen: SeenAnswer<T>) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const staffId = () => {
  const user = currentUser();
  return user?.staff === true ? user.id : null;
};

/** A {@link StaffMemory}, which is cleared once its member signs out or is no longer staff. */
export function staffMemory<T>(): StaffMemory<T> {
  const kept = observable<ReadonlyMap<string, SeenAnswer<T>>>(new Map());
  let owner = staffId();
  session.subscribe(() => {
    if (staffId() === owner) return;
    owner = staffId();
    kept.set(new Map());
  });
  return {
    get: (question) => kept.get().get(question),
    set: (question, seen) => {
      if (staffId() !== null) kept.set(new Map(kept.get()).set(question, seen));
    },
    subscribe: kept.subscribe,
  };
}

/** State of a question of the console to the server. */
export interface Answer<T> {
  /** The last answer with its age; undefined before the first. */
  readonly seen: SeenAnswer<T> | undefined;
  readonly asking: boolean;
  /** Why the request failed, as a message for the screen. */
  readonly failure: string | null;
  readonly askAgain: () => void;
  /** Applies a later answer that concerns a part of this one. */
  readonly amend: (change: (value: T) => T) => void;
}

/**
 * Asks the server when the question changes, when the network is back, and on request; shows the last answer meanwhile,
 * and offline.
 * @param question null: nothing is asked
 * @param ask answers the question; called only as described, even if its closure changes
 */
export function useAnswer<T>(
  memory: StaffMemory<T>,
  question: string | null,
  ask: () => Promise<T>,
  words: FailureWords,
): Answer<T> {
  const online = useOnline();
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const seen = useSyncExternalStore(memory.subscribe, () =>
    question === null ? undefined : memory.get(question),
  );
  const how = useRef({ ask, words });
  useEffect(() => {
    how.current = { ask, words };
  });

  useEffect(() => {
    if (question === null) return;
    let current = true;
    const run = async () => {
      setAsking(true);
      setFailure(null);
      try {
        const value = await asStaff(how.current.ask);
        if (current) memory.set(question, { value, at: serverNow() });
      } catch (error) {
        if (current) setFailure(failureText(error, how.current.words));
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
      if (question === null) return;
      const before = memory.get(question);
      if (before) memory.set(question, { ...before, value: change(before.value) });
    },
    [memory, question],
  );
  return { seen, asking, failure, askAgain, amend };
}

const REFRESH_MS = 60_000;

/** Asks again every minute while the page is visible, as others work on the same list. */
export function useAutoRefresh<T>(answer: Answer<T>): Answer<T> {
  const { asking, askAgain } = answer;
  const minute = useNow(REFRESH_MS);
  const asked = useRef(minute);
  useEffect(() => {
    if (asking || asked.current === minute) return;
    asked.current = minute;
    askAgain();
  }, [asking, minute, askAgain]);
  return answer;
}
