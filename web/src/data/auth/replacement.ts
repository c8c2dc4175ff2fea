import { withLock } from '../core/withLock';

const LOCK_NAME = 'quantalgo-session';

/** Without the lock, other tabs may mistake the replaced session for an ended one. */
const LOCK_TIMEOUT_MS = 1000;

/** Covers a call and the exchange of its token, which time out after 25 s each. */
const REPLACEMENT_TIMEOUT_MS = 60_000;

let replacement: Promise<unknown> = Promise.resolve();

/**
 * Runs `work`, which ends or replaces the session. Other calls wait for it, because they would be
 * refused.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  // A shared lock, so that a suspended tab doesn't block the others.
  const result = withLock({ name: LOCK_NAME, mode: 'shared', timeoutMs: LOCK_TIMEOUT_MS }, work);
  replacement = Promise.allSettled([replacement, result]);
  return result;
}

export const waitForTabReplacement = (): Promise<unknown> => replacement;

export const waitForReplacement = (): Promise<unknown> =>
  withLock(
    { name: LOCK_NAME, mode: 'exclusive', timeoutMs: REPLACEMENT_TIMEOUT_MS },
    waitForTabReplacement,
  );
