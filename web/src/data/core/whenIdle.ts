const IDLE_TIMEOUT_MS = 3000;

export function runWhenIdle(work: () => void): () => void {
  const stopped = new AbortController();
  const schedule = () => {
    const run = () => {
      if (!stopped.signal.aborted) work();
    };
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(run, 200);
  };
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true, signal: stopped.signal });
  return () => stopped.abort();
}
