import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { retryUntilDone } from '../core/retry';

type Schedule = (work: () => void) => () => void;

const loadImmediately: Schedule = (load) => {
  load();
  return () => undefined;
};

/**
 * Loads its code once mounted, or as scheduled by `when`, and renders `fallback` until then. A
 * failed load is retried on the next mount, or once the device is back online.
 */
export const lazyComponent = <Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  when = loadImmediately,
) =>
  function LazyComponent(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const controller = new AbortController();
      const load = async () => {
        const component = await fetchComponent();
        setLoaded(() => component);
      };
      const cancel = when(() => void retryUntilDone(load, controller.signal));
      return () => {
        cancel();
        controller.abort();
      };
    }, []);
    return Loaded ? <Loaded {...props} /> : fallback;
  };
