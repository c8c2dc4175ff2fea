/** How long (ms) is waited for a moment in which the page does nothing. */
const PATIENCE_MS = 3000;

/** Calls `work` once the page has loaded and has nothing else to do. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  const stopped = new AbortController();
  const begin = () => {
    const once = () => {
      if (!stopped.signal.aborted) work();
    };
    // Safari knows no idle moments.
    if ('requestIdleCallback' in window) requestIdleCallback(once, { timeout: PATIENCE_MS });
    else setTimeout(once, 200);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true, signal: stopped.signal });
  return () => stopped.abort();
}
