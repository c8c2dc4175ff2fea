export interface Observable<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Returns a function that ends all of the subscriptions. */
export function subscribeToAll(
  sources: readonly Pick<Observable<unknown>, 'subscribe'>[],
  onChange: () => void,
): () => void {
  const stops = sources.map(({ subscribe }) => subscribe(onChange));
  return () => {
    for (const stop of stops) stop();
  };
}

export function observable<T>(value: T): Observable<T> {
  const subscribers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const notify of [...subscribers]) notify();
    },
    subscribe: (onChange) => {
      subscribers.add(onChange);
      return () => {
        subscribers.delete(onChange);
      };
    },
  };
}
