import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { untilDone } from '../core/untilDone';

/** Calls `work`, at some time. @returns a function that cancels it */
type When = (work: () => void) => () => void;

const atOnce: When = (work) => {
  work();
  return () => undefined;
};

/**
 * A component whose code is fetched when it is first shown, or at another time; `meanwhile` stands in its place. Where
 * the code can't be had the rest of the screen stays, and it is fetched again when it is shown anew, or the device is
 * back online, even where that was before it had failed.
 */
export const lazyComponent = <Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
  when = atOnce,
) =>
  function LazyComponent(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const stopped = new AbortController();
      const load = async () => {
        const loaded = await fetch();
        setPart(() => loaded);
      };
      const callOff = when(() => void untilDone(load, stopped.signal));
      return () => {
        callOff();
        stopped.abort();
      };
    }, []);
    return Part ? <Part {...props} /> : meanwhile;
  };
