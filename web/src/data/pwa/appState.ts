import { useSyncExternalStore } from 'react';
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

/** Stored part of the app for offline use; null if no service worker reports it. */
export const kitState = observable<KitState | null>(null);

function askWorker(type: string): void {
  navigator.serviceWorker.controller?.postMessage({ type });
}

/** Tracks how much of the app is stored on this device, from now on. */
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

/** Fetches the rest of the app, so that every screen opens offline, at the member's request. */
export const fetchKit = (): void => askWorker(WORKER_REQUEST.fetchKit);

/**
 * Fetches the rest of the app if it isn't stored, unless the device saves data; retries when the network is back.
 * @returns the stop
 */
export function ensureKit(): () => void {
  if (savesData()) return () => undefined;
  let isBack = false;
  const fetchMissing = () => {
    const status = kitState.get()?.status;
    const isMissing = status === 'absent' || (status === 'failed' && isBack);
    if (!isMissing) return;
    isBack = false;
    fetchKit();
  };
  // Also while it is fetched: that may fail only after the return of the network.
  const again = () => {
    isBack = true;
    fetchMissing();
  };
  fetchMissing();
  const stop = kitState.subscribe(fetchMissing);
  window.addEventListener('online', again);
  return () => {
    stop();
    window.removeEventListener('online', again);
  };
}

/** A newer version: one that waits, or one that already runs because another tab applied it. */
export interface Update {
  /** Its name and news, if known. */
  readonly build: WaitingBuild | null;
  /** Activates it and reloads this page. */
  readonly apply: () => void;
}

/** The newer version that is ready; null if there is none. */
export const update = observable<Update | null>(null);

/** The newer version that is ready; null if there is none. */
export const useUpdate = (): Update | null => useSyncExternalStore(update.subscribe, update.get);

/** Stored part of the app for offline use; null if no service worker reports it. */
export const useKit = (): KitState | null => useSyncExternalStore(kitState.subscribe, kitState.get);

/** Asks the browser to install the app; null if it doesn't offer to. */
export const useInstallPrompt = (): (() => void) | null =>
  useSyncExternalStore(installPrompt.subscribe, installPrompt.get);
