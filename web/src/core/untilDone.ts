/** Calls `work` once, as soon as the browser is back online, or after `ms` where given, unless `stopped`. */
export function onceBack(work: () => void, ms: number | null, stopped: AbortSignal): void {
  const over = new AbortController();
  const callOff = () => {
    over.abort();
    clearTimeout(timer);
  };
  const begin = () => {
    callOff();
    if (!stopped.aborted) work();
  };
  const timer = ms === null ? undefined : setTimeout(begin, ms);
  addEventListener('online', begin, { signal: over.signal });
  stopped.addEventListener('abort', callOff, { signal: over.signal });
}

/**
 * Runs `work` until it succeeds or is `stopped`: again as soon as the browser is back online, even where that was before
 * `work` had failed, or after `againMs` (ms) where given. Never rejects.
 */
export async function untilDone(
  work: () => Promise<void>,
  stopped: AbortSignal,
  againMs: number | null = null,
): Promise<void> {
  const tried = new AbortController();
  let returns = 0;
  addEventListener('online', () => (returns += 1), { signal: tried.signal });
  try {
    await work();
  } catch {
    const again = () => void untilDone(work, stopped, againMs);
    if (returns === 0) onceBack(again, againMs, stopped);
    else if (!stopped.aborted) again();
  } finally {
    tried.abort();
  }
}
