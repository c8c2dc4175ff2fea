import { type ComponentType, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../data/core/whenIdle';

const loadUpdates = () => import('../data/pwa/serviceWorker');

/** Moves on to a newer version, where code of a screen can't be had because there is one. */
function moveOn(): void {
  loadUpdates().then(
    (loaded) => loaded.moveOn(),
    () => undefined,
  );
}

/** Loads the page anew, in the newest version that is here. */
export function reload(): void {
  loadUpdates().then(
    (loaded) => loaded.reloadNewest(),
    () => location.reload(),
  );
}

type Loaded<Props> = Promise<{ default: ComponentType<Props> }>;

/** A screen whose code comes when it is asked for. */
export interface LazyScreen<Props = object> {
  readonly Component: ComponentType<Props>;
  /** Fetches the code, once, without showing it. */
  readonly load: () => Loaded<Props>;
}

/**
 * A screen whose code `fetch` gets. Unlike React's `lazy` alone, it shows at once where the code is there already, and not
 * after a fallback, which React keeps for 300 ms at least; and what failed once is fetched again when it is shown anew.
 */
export function lazyScreen<Props extends object>(fetch: () => Loaded<Props>): LazyScreen<Props> {
  let here: ComponentType<Props> | undefined;
  let loading: Loaded<Props> | undefined;
  const load = () =>
    (loading ??= fetch().then(
      (loaded) => {
        here = loaded.default;
        return loaded;
      },
      (failure: unknown) => {
        loading = undefined;
        Later = lazy(load);
        moveOn();
        throw failure;
      },
    ));
  let Later: ComponentType<Props> = lazy(load);
  const Component = (props: Props) => {
    const [Screen] = useState(() => here ?? Later);
    return <Screen {...props} />;
  };
  return { Component, load };
}

/**
 * A part of a page that nobody waits for: its code comes once the page has nothing else to do, and where it can't be had
 * the page does without it.
 */
export const lazyPart = <Props extends object>(fetch: () => Promise<ComponentType<Props>>) =>
  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const load = () =>
        fetch().then(
          (loaded) => setPart(() => loaded),
          () => undefined,
        );
      return whenIdle(() => void load());
    }, []);
    return Part && <Part {...props} />;
  };
