/** Runs `work` once for all callers; after a failure, the next caller runs it again. */
export function cachedPromise<T>(work: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined;
  return () => {
    doing ??= work().catch((error: unknown) => {
      doing = undefined;
      throw error;
    });
    return doing;
  };
}

/** Runs `work` for each key once at a time: who asks meanwhile gets the run under way. */
export function onceAtATime<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const known = running.get(key);
    if (known) return known;
    const done = work(key).finally(() => running.delete(key));
    running.set(key, done);
    return done;
  };
}
