import { messageSW, type Workbox } from 'workbox-window';
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
  const told: Promise<unknown> = messageSW(worker, { type: ASK.tellBuild });
  const silence = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return buildSchema.safeParse(await Promise.race([told, silence])).data ?? null;
}

/** Offers a worker that waits. The page is loaded anew once it has taken over, and once only. */
async function offer(workbox: Workbox, worker: ServiceWorker): Promise<void> {
  const build = await buildOf(worker);
  if (worker.state !== 'installed') return;
  const apply = () => {
    workbox.addEventListener('controlling', () => location.reload());
    workbox.messageSkipWaiting();
  };
  update.set({ build, apply });
}

/** Offers every version that comes to wait, and the reload that a version wants which another tab let take over. */
export function followUpdates(workbox: Workbox): void {
  let isControlled = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('waiting', ({ sw }) => {
    // The first worker of all takes over by itself.
    if (sw && isControlled) void offer(workbox, sw);
  });
  workbox.addEventListener('controlling', () => {
    // A page without a worker so far runs what the first one keeps.
    if (isControlled) update.set({ build: null, apply: () => location.reload() });
    isControlled = true;
  });
}
