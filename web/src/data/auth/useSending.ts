import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { useEffect, useState } from 'react';
import { serverNow, useNow } from '../core/clock';
import { useOnce } from '../core/useOnce';
import { ApiError, apiErrorText, type FailureText } from './errors';

/** A failed call, as a screen shows it. */
export interface Failure {
  readonly words: string;
  /** When a retry makes sense (epoch ms), 0 if the server did not say. */
  readonly waitUntil: number;
}

/** A form's call, one at a time, and its state for the screen. */
interface Sending<A extends readonly unknown[]> {
  readonly sending: boolean;
  /** Why the last attempt failed, as a message for the screen. */
  readonly failure: string | null;
  /** How long (ms) the server asks to wait; 0 if it doesn't. */
  readonly waitMs: number;
  /** Sends, unless a call is running or the server asked to wait. Never rejects. */
  readonly send: (...given: A) => Promise<void>;
}

/** What a screen shows of an error, in these words where it has none. */
export const failureOf = (error: unknown, words: FailureText): Failure => ({
  words: apiErrorText(error, words),
  waitUntil:
    error instanceof ApiError && error.retryAfter !== undefined
      ? serverNow() + error.retryAfter * 1000
      : 0,
});

/** Runs `work` on request, one call at a time: requests during a call are dropped. */
export function useSending<A extends readonly unknown[]>(
  work: (...given: A) => Promise<void>,
  words: FailureText,
): Sending<A> {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** What to send again by itself once a busy server's wait is over. */
  const [repeat, setRepeat] = useState<A | null>(null);
  const now = useNow();

  const send = useOnce(async (...given: A) => {
    if (failure !== null && failure.waitUntil > serverNow()) return;
    setSending(true);
    setFailure(null);
    setRepeat(null);
    try {
      await work(...given);
    } catch (error) {
      if (error instanceof ApiError && error.code === SERVER_BUSY) setRepeat(given);
      setFailure(failureOf(error, words));
    } finally {
      setSending(false);
    }
  });
  const waitMs = Math.max(0, (failure?.waitUntil ?? 0) - now);
  const over = failure !== null && failure.waitUntil > 0 && waitMs === 0;
  useEffect(() => {
    if (over && repeat !== null) void send(...repeat);
  }, [over, repeat, send]);
  return { sending, failure: over ? null : (failure?.words ?? null), waitMs, send };
}
