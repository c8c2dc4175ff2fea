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

/** How far a question has come: `idle` where there is none; `failure` is a message for the screen. */
type Progress =
  | { readonly status: 'idle' | 'loading' | 'ready' }
  | { readonly status: 'failed'; readonly failure: string };

/** State of a question of the console to the server, for a screen that shows its answer. */
export type ShownAnswer<T = unknown> = Progress & {
  /** The last answer with its age; undefined before the first. */
  readonly seen: SeenAnswer<T> | undefined;
  readonly askAgain: () => void;
};

/** The same, for one that also changes what it shows. */
export type Answer<T> = ShownAnswer<T> & {
  /** Applies a later answer that concerns a part of this one. */
  readonly amend: (change: (value: T) => T) => void;
};

const IDLE = { status: 'idle' } as const;

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
  const [progress, setProgress] = useState<Progress>({ status: 'loading' });
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
      setProgress({ status: 'loading' });
      try {
        const value = await asStaff(how.current.ask);
        if (!current) return;
        memory.set(question, { value, at: serverNow() });
        setProgress({ status: 'ready' });
      } catch (error) {
        const failure = failureText(error, how.current.words);
        if (current) setProgress({ status: 'failed', failure });
      }
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
  return { ...(question === null ? IDLE : progress), seen, askAgain, amend };
}

const REFRESH_MS = 60_000;

/** Asks again every minute while the page is visible, as others work on the same list. */
export function useAutoRefresh<T>(answer: Answer<T>): Answer<T> {
  const { askAgain } = answer;
  const isLoading = answer.status === 'loading';
  const minute = useNow(REFRESH_MS);
  const asked = useRef(minute);
  useEffect(() => {
    if (isLoading || asked.current === minute) return;
    asked.current = minute;
    askAgain();
  }, [isLoading, minute, askAgain]);
  return answer;
}
