import { useSyncExternalStore } from 'react';
import { messageSW, type Workbox } from 'workbox-window';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import {
  KIT_MESSAGE,
  type KitState,
  type WaitingBuild,
  WORKER_REQUEST,
} from '../core/workerProtocol';
import { installPrompt } from './install';
import { savesData } from './savesData';

const kitMessageSchema = z.object({
  type: z.literal(KIT_MESSAGE),
  state: z.object({
    status: z.enum(['absent', 'fetching', 'failed', 'ready']),
    done: z.number(),
    total: z.number(),
  }),
});

/** How much of the app is on this device for use offline; null where no service worker tells. */
export const kitState = observable<KitState | null>(null);

function askWorker(type: string): void {
  navigator.serviceWorker.controller?.postMessage({ type });
}

/** From now on knows how much of the app is on this device. */
export function followKit(): void {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const told = kitMessageSchema.safeParse(data);
    if (told.success) kitState.set(told.data.state);
  });
  serviceWorker.addEventListener('controllerchange', () => askWorker(WORKER_REQUEST.tellKit));
  serviceWorker.startMessages();
  askWorker(WORKER_REQUEST.tellKit);
}

/** Fetches the rest of the app, so that every screen opens offline: as its member asks for. */
export const fetchKit = (): void => askWorker(WORKER_REQUEST.fetchKit);

/**
 * Has the rest of the app fetched where it is not on this device, unless its owner saves data; what failed is tried again
 * when the network is back. Returns what ends that.
 */
export function keepKit(): () => void {
  if (savesData()) return () => undefined;
  const fetchMissing = () => {
    const status = kitState.get()?.status;
    if (status === 'absent') fetchKit();
  };
  const again = () => {
    if (kitState.get()?.status === 'failed') fetchKit();
  };
  fetchMissing();
  const stop = kitState.subscribe(fetchMissing);
  window.addEventListener('online', again);
  return () => {
    stop();
    window.removeEventListener('online', again);
  };
}

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
const BUILD_ANSWER_WITHIN_MS = 2000;

const buildSchema = z.object({ name: z.string(), news: z.array(z.string()) });

/** What a worker says that it is; null where it says nothing. */
async function buildOf(worker: ServiceWorker): Promise<WaitingBuild | null> {
  const told: Promise<unknown> = messageSW(worker, { type: WORKER_REQUEST.tellBuild });
  const silence = new Promise((resolve) => setTimeout(resolve, BUILD_ANSWER_WITHIN_MS));
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

/** The newer version that is ready; null while there is none. */
export const useUpdate = (): Update | null => useSyncExternalStore(update.subscribe, update.get);

/** How much of the app is on this device for use offline; null where no service worker tells. */
export const useKit = (): KitState | null => useSyncExternalStore(kitState.subscribe, kitState.get);

/** Asks the browser to install the app; null while it does not offer to. */
export const useInstallPrompt = (): (() => void) | null =>
  useSyncExternalStore(installPrompt.subscribe, installPrompt.get);
