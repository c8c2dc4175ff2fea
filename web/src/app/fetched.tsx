import { lazy, useState, type ComponentType } from 'react';
import { moveOn } from './movingOn';

type Loaded<Props> = Promise<{ default: ComponentType<Props> }>;

/** A screen whose code comes when it is asked for. */
export interface Fetched<Props = object> {
  readonly Component: ComponentType<Props>;
  /** Fetches the code, once, without showing it. */
  readonly load: () => Loaded<Props>;
}

/**
 * A screen whose code `fetch` gets. Unlike React's `lazy` alone, it shows at once where the code is there already, and not
 * after a fallback, which React keeps for 300 ms at least; and what failed once is fetched again when it is shown anew.
 */
export function fetched<Props extends object>(fetch: () => Loaded<Props>): Fetched<Props> {
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
