import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is first shown; `meanwhile` stands in its place. Where the code can't be had
 * the rest of the screen stays, and it is fetched again when it is shown anew, or the device is back online.
 */
export const later = <Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) =>
  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const stopped = new AbortController();
      const load = () =>
        void fetch().then(
          (loaded) => setPart(() => loaded),
          () => addEventListener('online', load, { once: true, signal: stopped.signal }),
        );
      load();
      return () => stopped.abort();
    }, []);
    return Part ? <Part {...props} /> : meanwhile;
  };
