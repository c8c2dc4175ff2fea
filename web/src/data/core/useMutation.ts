import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { useEffect, useState } from 'react';
import { serverNow, useAt } from './clock';
import { ApiError, describeFailure, type FailureText } from './errors';
import { useSingleFlight } from './useSingleFlight';

export interface Mutation<A extends readonly unknown[]> {
  readonly pending: boolean;
  /** An error message for the member. */
  readonly failure: string | null;
  /** Time until the next attempt is allowed. */
  readonly waitMs: number;
  readonly send: (...args: A) => Promise<void>;
}

export interface Failure {
  readonly text: string;
  /** When a retry makes sense (epoch ms); 0 if unknown. */
  readonly retryAt: number;
}

/** Use a function for work that only writes to this device. */
export type Failing = FailureText | string | ((error: unknown) => string);

export function toFailure(error: unknown, text: Failing): Failure {
  if (typeof text === 'string') return { text, retryAt: 0 };
  if (typeof text === 'function') return { text: text(error), retryAt: 0 };
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  const retryAt = seconds === undefined ? 0 : serverNow() + seconds * 1000;
  return { text: describeFailure(error, text), retryAt };
}

/**
 * Sends one request at a time. Calls during a request, or before the server's Retry-After, are
 * dropped. Requests that a busy server refused are retried automatically. `send` never rejects.
 */
export function useMutation<A extends readonly unknown[]>(
  work: (...args: A) => Promise<unknown>,
  text: Failing,
): Mutation<A> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refusedArgs, setRefusedArgs] = useState<A | null>(null);

  const send = useSingleFlight(async (...args: A) => {
    if (failure !== null && failure.retryAt > serverNow()) return;
    setPending(true);
    setFailure(null);
    setRefusedArgs(null);
    try {
      await work(...args);
    } catch (error) {
      if (error instanceof ApiError && error.code === SERVER_BUSY) setRefusedArgs(args);
      setFailure(toFailure(error, text));
    } finally {
      setPending(false);
    }
  });
  const waitMs = useAt((now) => Math.max(0, (failure?.retryAt ?? 0) - now));
  const isWaitOver = failure !== null && failure.retryAt > 0 && waitMs === 0;
  useEffect(() => {
    if (isWaitOver && refusedArgs !== null) void send(...refusedArgs);
  }, [isWaitOver, refusedArgs, send]);
  return { pending, failure: isWaitOver ? null : (failure?.text ?? null), waitMs, send };
}
