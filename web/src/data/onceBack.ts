/** Calls `work` after `ms`, or as soon as the browser says that there is a network again; once, unless `stopped`. */
export function onceBack(work: () => void, ms: number, stopped: AbortSignal): void {
  const over = new AbortController();
  const begin = () => {
    over.abort();
    clearTimeout(timer);
    if (!stopped.aborted) work();
  };
  const timer = setTimeout(begin, ms);
  addEventListener('online', begin, { signal: AbortSignal.any([over.signal, stopped]) });
}
