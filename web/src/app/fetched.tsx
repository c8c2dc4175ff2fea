import { lazy, useState, type ComponentType } from 'react';

type Loaded = Promise<{ default: ComponentType }>;

/** A screen whose code comes when it is asked for. */
export interface Fetched {
  readonly Component: ComponentType;
  /** Fetches the code, once, without showing it. */
  readonly load: () => Loaded;
}

/**
 * A screen whose code `fetch` gets. Unlike React's `lazy` alone, it shows at once where the code is there already, and not
 * after a fallback, which React keeps for 300 ms at least.
 */
export function fetched(fetch: () => Loaded): Fetched {
  let here: ComponentType | undefined;
  let loading: Loaded | undefined;
  const load = () =>
    (loading ??= fetch().then((loaded) => {
      here = loaded.default;
      return loaded;
    }));
  const Later = lazy(load);
  const Component = () => {
    const [Screen] = useState(() => here ?? Later);
    return <Screen />;
  };
  return { Component, load };
}
