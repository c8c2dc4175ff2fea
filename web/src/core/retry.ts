export function runAfterDelayOrOnline(
  work: () => void,
  delayMs: number | null,
  signal: AbortSignal,
): void {
  const controller = new AbortController();
  const cancel = () => {
    controller.abort();
    clearTimeout(timer);
  };
  const run = () => {
    cancel();
    if (!signal.aborted) work();
  };
  const timer = delayMs === null ? undefined : setTimeout(run, delayMs);
  addEventListener('online', run, { signal: controller.signal });
  signal.addEventListener('abort', cancel, { signal: controller.signal });
}

/**
 * Runs `work` until it succeeds or `signal` aborts. Retries after `retryDelayMs`, or when the
 * browser is back online, even if that happened during the attempt. Never rejects.
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  retryDelayMs: number | null = null,
): Promise<void> {
  const attempt = new AbortController();
  let onlineCount = 0;
  addEventListener('online', () => (onlineCount += 1), { signal: attempt.signal });
  try {
    await work();
  } catch {
    const retry = () => void retryUntilDone(work, signal, retryDelayMs);
    if (onlineCount === 0) runAfterDelayOrOnline(retry, retryDelayMs, signal);
    else if (!signal.aborted) retry();
  } finally {
    attempt.abort();
  }
}
