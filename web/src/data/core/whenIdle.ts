/** Longest wait (ms) for an idle moment. */
const PATIENCE_MS = 3000;

/** Calls `work` once the page has loaded and is idle. @returns a function that cancels it */
export function whenIdle(work: () => void): () => void {
  const stopped = new AbortController();
  const begin = () => {
    const once = () => {
      if (!stopped.signal.aborted) work();
    };
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(once, { timeout: PATIENCE_MS });
    else setTimeout(once, 200);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true, signal: stopped.signal });
  return () => stopped.abort();
}
