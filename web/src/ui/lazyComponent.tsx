import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { retryUntilDone } from '../core/untilDone';

type Schedule = (work: () => void) => () => void;

const immediately: Schedule = (load) => {
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
  when = immediately,
) =>
  function LazyComponent(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const controller = new AbortController();
      const load = async () => {
        const component = await fetchComponent();
        setPart(() => component);
      };
      const cancel = when(() => void retryUntilDone(load, controller.signal));
      return () => {
        cancel();
        controller.abort();
      };
    }, []);
    return Part ? <Part {...props} /> : fallback;
  };
