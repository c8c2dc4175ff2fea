export function runWhenOnline(work: () => void, ms: number | null, stopped: AbortSignal): void {
  const done = new AbortController();
  const cancel = () => {
    done.abort();
    clearTimeout(timer);
  };
  const run = () => {
    cancel();
    if (!stopped.aborted) work();
  };
  const timer = ms === null ? undefined : setTimeout(run, ms);
  addEventListener('online', run, { signal: done.signal });
  stopped.addEventListener('abort', cancel, { signal: done.signal });
}

/**
 * Runs `work` until it succeeds or is `stopped`. Retries after `againMs`, or when the browser is
 * back online, even if that happened during the attempt. Never rejects.
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  stopped: AbortSignal,
  againMs: number | null = null,
): Promise<void> {
  const attempt = new AbortController();
  let returns = 0;
  addEventListener('online', () => (returns += 1), { signal: attempt.signal });
  try {
    await work();
  } catch {
    const retry = () => void retryUntilDone(work, stopped, againMs);
    if (returns === 0) runWhenOnline(retry, againMs, stopped);
    else if (!stopped.aborted) retry();
  } finally {
    attempt.abort();
  }
}
