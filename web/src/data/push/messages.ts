import { toSafePath } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { PUSH_MESSAGE, WORKER_REQUEST } from '../core/workerProtocol';

const openedSchema = z.object({
  type: z.literal(PUSH_MESSAGE.opened),
  to: z.string(),
});

let handleOpened: ((to: string) => void) | undefined;

/**
 * Calls `onOpened` with the path of each notification that is clicked while this window is open or
 * loading. A later call replaces `onOpened`.
 */
export function followNotificationClicks(onOpened: (to: string) => void): void {
  const previousHandler = handleOpened;
  handleOpened = onOpened;
  if (previousHandler || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const postToWorker = (type: string) => serviceWorker.controller?.postMessage({ type });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { data: message } = openedSchema.safeParse(data);
    if (!message) return;
    postToWorker(WORKER_REQUEST.tookOpened);
    handleOpened?.(toSafePath(message.to));
  });
  postToWorker(WORKER_REQUEST.tellOpened);
}
