import * as z from 'zod/mini';
import { observable } from '../observable';
import { ASK, type WaitingBuild } from './protocol';

/** A newer version: one that waits for its turn, or one that runs already because another tab let it. */
export interface Update {
  /** What it is, where it tells. */
  readonly build: WaitingBuild | null;
  /** Makes it take over, and loads this page anew. */
  readonly apply: () => void;
}

/** The newer version that is ready; null while there is none. */
export const update = observable<Update | null>(null);

/** A worker that does not say what it is has this long (ms) to do so. */
const PATIENCE_MS = 2000;
const buildSchema = z.object({ name: z.string(), news: z.array(z.string()) });

/** What a worker says that it is; null where it says nothing. */
async function buildOf(worker: ServiceWorker): Promise<WaitingBuild | null> {
  const { port1, port2 } = new MessageChannel();
  const told = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  worker.postMessage({ type: ASK.tellBuild }, [port2]);
  const parsed = buildSchema.safeParse(await told);
  port1.close();
  return parsed.data ?? null;
}

/** Offers a worker that waits. The page is loaded anew once it has taken over, and once only. */
async function offer(worker: ServiceWorker): Promise<void> {
  const build = await buildOf(worker);
  if (worker.state !== 'installed') return;
  const apply = () => {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage({ type: ASK.takeOver });
  };
  update.set({ build, apply });
}

/** Offers every version that comes to wait, and the reload that a version wants which another tab let take over. */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      // The first worker of all takes over by itself.
      if (worker.state === 'installed' && serviceWorker.controller) void offer(worker);
    });
  serviceWorker.addEventListener('controllerchange', () => {
    // A page without a worker so far runs what the first one keeps.
    if (controller) update.set({ build: null, apply: () => location.reload() });
    controller = serviceWorker.controller;
  });
  registration.addEventListener('updatefound', () => follow(registration.installing));
  follow(registration.installing);
  if (registration.waiting && controller) void offer(registration.waiting);
}
