/** A value that changes over time, in the form that React's useSyncExternalStore reads. */
export interface Observable<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** An {@link Observable} that starts with `value` and notifies its subscribers of changes. */
export function observable<T>(value: T): Observable<T> {
  const subscribers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const tell of [...subscribers]) tell();
    },
    subscribe: (onChange) => {
      subscribers.add(onChange);
      return () => {
        subscribers.delete(onChange);
      };
    },
  };
}
