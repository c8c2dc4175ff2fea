import * as z from 'zod/mini';
import { observable } from '../observable';
import { ASK, KIT_TOLD, type KitState } from './protocol';
import { savesData } from './savesData';

const toldSchema = z.object({
  type: z.literal(KIT_TOLD),
  state: z.object({
    status: z.enum(['absent', 'fetching', 'failed', 'ready']),
    done: z.number(),
    total: z.number(),
  }),
});

/** How much of the app is on this device for use offline; null where no service worker tells. */
export const kitState = observable<KitState | null>(null);

function ask(type: string): void {
  navigator.serviceWorker.controller?.postMessage({ type });
}

/** From now on knows how much of the app is on this device. */
export function followKit(): void {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const told = toldSchema.safeParse(data);
    if (told.success) kitState.set(told.data.state);
  });
  serviceWorker.addEventListener('controllerchange', () => ask(ASK.tellKit));
  serviceWorker.startMessages();
  ask(ASK.tellKit);
}

/** Fetches the rest of the app, so that every screen opens offline: as its member asks for. */
export const fetchKit = (): void => ask(ASK.fetchKit);

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
