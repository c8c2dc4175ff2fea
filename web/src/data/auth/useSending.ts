import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { useEffect, useState } from 'react';
import { serverNow, useNow } from '../core/clock';
import { useOnce } from '../core/useOnce';
import { ApiError, describeApiError, type FailureText } from './errors';

export interface Failure {
  readonly words: string;
  /** When a retry makes sense (epoch ms); 0 if unknown. */
  readonly waitUntil: number;
}

interface Sending<A extends readonly unknown[]> {
  readonly sending: boolean;
  readonly failure: string | null;
  readonly waitMs: number;
  readonly send: (...args: A) => Promise<void>;
}

export const describeFailure = (error: unknown, words: FailureText): Failure => ({
  words: describeApiError(error, words),
  waitUntil:
    error instanceof ApiError && error.retryAfter !== undefined
      ? serverNow() + error.retryAfter * 1000
      : 0,
});

export function useSending<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
  words: FailureText,
): Sending<A> {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [repeat, setRepeat] = useState<A | null>(null);
  const now = useNow();

  const send = useOnce(async (...args: A) => {
    if (failure !== null && failure.waitUntil > serverNow()) return;
    setSending(true);
    setFailure(null);
    setRepeat(null);
    try {
      await work(...args);
    } catch (error) {
      if (error instanceof ApiError && error.code === SERVER_BUSY) setRepeat(args);
      setFailure(describeFailure(error, words));
    } finally {
      setSending(false);
    }
  });
  const waitMs = Math.max(0, (failure?.waitUntil ?? 0) - now);
  const isWaitOver = failure !== null && failure.waitUntil > 0 && waitMs === 0;
  useEffect(() => {
    if (isWaitOver && repeat !== null) void send(...repeat);
  }, [isWaitOver, repeat, send]);
  return { sending, failure: isWaitOver ? null : (failure?.words ?? null), waitMs, send };
}
