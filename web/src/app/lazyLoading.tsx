import { type ComponentType, lazy, useState } from 'react';

const loadUpdates = () => import('../data/pwa/serviceWorker');

/** Code most likely can't be loaded because a newer build was deployed. */
function moveOn(): void {
  loadUpdates().then(
    (loaded) => loaded.moveToNewestVersion(),
    () => undefined,
  );
}

export function reload(): void {
  loadUpdates().then(
    (loaded) => loaded.reloadNewest(),
    () => location.reload(),
  );
}

type Loaded<Props> = Promise<{ default: ComponentType<Props> }>;

export interface LazyScreen<Props = object> {
  readonly Component: ComponentType<Props>;
  readonly load: () => Loaded<Props>;
}

/**
 * How long a failed screen stays failed. React renders it once more by itself, so reloading it at
 * once would loop forever.
 */
const RETRY_DELAY_MS = 1000;

/**
 * Renders at once if the code is loaded, while React's `lazy` alone shows a fallback for at least
 * 300 ms. A failed load is retried when the screen is shown again.
 */
export function lazyScreen<Props extends object>(
  fetchModule: () => Loaded<Props>,
): LazyScreen<Props> {
  let loadedComponent: ComponentType<Props> | undefined;
  let loading: Loaded<Props> | undefined;
  const load = () =>
    (loading ??= fetchModule().then(
      (loaded) => {
        loadedComponent = loaded.default;
        return loaded;
      },
      (failure: unknown) => {
        loading = undefined;
        moveOn();
        throw failure;
      },
    ));
  const createLazy = () =>
    lazy(() =>
      load().catch((failure: unknown) => {
        setTimeout(() => (LazyComponent = createLazy()), RETRY_DELAY_MS);
        throw failure;
      }),
    );
  let LazyComponent: ComponentType<Props> = createLazy();
  const Component = (props: Props) => {
    const [Screen] = useState(() => loadedComponent ?? LazyComponent);
    return <Screen {...props} />;
  };
  return { Component, load };
}
