/** All callers share one run. After a failure, the next caller runs `work` again. */
export function memoizePromise<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Concurrent calls for a key share one run. */
export function shareConcurrent<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const current = running.get(key);
    if (current) return current;
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}
