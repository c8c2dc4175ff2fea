const IDLE_TIMEOUT_MS = 3000;

export function runWhenIdle(work: () => void): () => void {
  const controller = new AbortController();
  const schedule = () => {
    const run = () => {
      if (!controller.signal.aborted) work();
    };
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(run, 200);
  };
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true, signal: controller.signal });
  return () => controller.abort();
}
