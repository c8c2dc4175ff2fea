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
import { isSavingData } from './savesData';

const kitMessageSchema = z.object({
  type: z.literal(KIT_MESSAGE),
  state: z.object({
    status: z.enum(['absent', 'fetching', 'failed', 'ready']),
    done: z.number(),
    total: z.number(),
  }),
});

export const kitState = observable<KitState | null>(null);

function postToWorker(type: string): void {
  navigator.serviceWorker.controller?.postMessage({ type });
}

export function followKit(): void {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = kitMessageSchema.safeParse(data);
    if (message.success) kitState.set(message.data.state);
  });
  serviceWorker.addEventListener('controllerchange', () => postToWorker(WORKER_REQUEST.tellKit));
  serviceWorker.startMessages();
  postToWorker(WORKER_REQUEST.tellKit);
}

export const fetchKit = (): void => postToWorker(WORKER_REQUEST.fetchKit);

export function ensureKit(): () => void {
  if (isSavingData()) return () => undefined;
  let isBackOnline = false;
  const fetchMissing = () => {
    const status = kitState.get()?.status;
    const isMissing = status === 'absent' || (status === 'failed' && isBackOnline);
    if (!isMissing) return;
    isBackOnline = false;
    fetchKit();
  };
  // Also listens during the fetch, which may fail only after the network came back.
  const retry = () => {
    isBackOnline = true;
    fetchMissing();
  };
  fetchMissing();
  const stop = kitState.subscribe(fetchMissing);
  window.addEventListener('online', retry);
  return () => {
    stop();
    window.removeEventListener('online', retry);
  };
}

export interface Update {
  readonly build: WaitingBuild | null;
  readonly apply: () => void;
}

export const availableUpdate = observable<Update | null>(null);

export const useUpdate = (): Update | null =>
  useSyncExternalStore(availableUpdate.subscribe, availableUpdate.get);

export const useKit = (): KitState | null => useSyncExternalStore(kitState.subscribe, kitState.get);

export const useInstallPrompt = (): (() => void) | null =>
  useSyncExternalStore(installPrompt.subscribe, installPrompt.get);
