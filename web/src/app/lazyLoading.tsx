import { type ComponentType, lazy, useState } from 'react';

const loadUpdates = () => import('../data/pwa/serviceWorker');

/** Moves on to a newer build if there is one: the likely reason why a screen's code can't be loaded. */
function moveOn(): void {
  loadUpdates().then(
    (loaded) => loaded.moveOn(),
    () => undefined,
  );
}

/** Reloads the page, in the newest version that is ready. */
export function reload(): void {
  loadUpdates().then(
    (loaded) => loaded.reloadNewest(),
    () => location.reload(),
  );
}

type Loaded<Props> = Promise<{ default: ComponentType<Props> }>;

/** A screen whose code is loaded on demand. */
export interface LazyScreen<Props = object> {
  readonly Component: ComponentType<Props>;
  /** Loads the code, once, without showing the screen. */
  readonly load: () => Loaded<Props>;
}

/**
 * How long (ms) a screen that could not be loaded stays so. React draws a screen that failed once more by itself: were it
 * loaded again by then, it would be drawn, and loaded, for ever.
 */
const FAILED_FOR_MS = 1000;

/**
 * A screen whose code `fetch` loads. Unlike React's `lazy` alone it renders at once if the code is loaded already,
 * without the fallback, which React shows for at least 300 ms; and a failed load is retried when the screen is shown
 * again.
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
        moveOn();
        throw failure;
      },
    ));
  const shown = () =>
    lazy(() =>
      load().catch((failure: unknown) => {
        setTimeout(() => (Later = shown()), FAILED_FOR_MS);
        throw failure;
      }),
    );
  let Later: ComponentType<Props> = shown();
  const Component = (props: Props) => {
    const [Screen] = useState(() => here ?? Later);
    return <Screen {...props} />;
  };
  return { Component, load };
}
