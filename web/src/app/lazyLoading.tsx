import { type ComponentType, lazy, useState } from 'react';

const loadUpdates = () => import('../data/pwa/serviceWorker');

/** Code most likely can't be loaded because a newer build was deployed. */
function moveToNewestBuild(): void {
  loadUpdates().then(
    (module) => module.moveToNewestVersion(),
    () => undefined,
  );
}

export function reload(): void {
  loadUpdates().then(
    (module) => module.reloadNewest(),
    () => location.reload(),
  );
}

type ModulePromise<Props> = Promise<{ default: ComponentType<Props> }>;

export interface LazyScreen<Props = object> {
  readonly Component: ComponentType<Props>;
  readonly load: () => ModulePromise<Props>;
}

/**
 * Delay before a failed screen can load again. React rerenders it once after an error, so loading
 * it at once would loop forever.
 */
const RETRY_DELAY_MS = 1000;

/**
 * Renders at once if the code is loaded, unlike React's `lazy`, which shows a fallback for at least
 * 300 ms. A failed load is retried when the screen is shown again.
 */
export function lazyScreen<Props extends object>(
  fetchModule: () => ModulePromise<Props>,
): LazyScreen<Props> {
  let loadedComponent: ComponentType<Props> | undefined;
  let loading: ModulePromise<Props> | undefined;
  const load = () =>
    (loading ??= fetchModule().then(
      (module) => {
        loadedComponent = module.default;
        return module;
      },
      (failure: unknown) => {
        loading = undefined;
        moveToNewestBuild();
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
