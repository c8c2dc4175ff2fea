import { safePath } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { PUSH_MESSAGE, WORKER_REQUEST } from '../core/workerProtocol';

const openedSchema = z.object({
  type: z.literal(PUSH_MESSAGE.opened),
  to: z.string(),
});

let leadTo: ((to: string) => void) | undefined;

/**
 * Calls `onOpened` with the path of each notification that is clicked while this window is open, or was while it was
 * loading. A later call replaces `onOpened`.
 */
export function followOpened(onOpened: (to: string) => void): void {
  const isFollowed = leadTo;
  leadTo = onOpened;
  if (isFollowed || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const tellWorker = (type: string) => serviceWorker.controller?.postMessage({ type });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { data: told } = openedSchema.safeParse(data);
    if (!told) return;
    tellWorker(WORKER_REQUEST.tookOpened);
    leadTo?.(safePath(told.to));
  });
  tellWorker(WORKER_REQUEST.tellOpened);
}
