import { firstRead } from '../../data/core/firstPaint';

/** Where nothing is stored, or the device is slow to find it, nobody waits for it longer than this (ms). */
const FIRST_READ_WITHIN_MS = 1000;

const firstReadTimeout = () =>
  new Promise<void>((resolve) => setTimeout(resolve, FIRST_READ_WITHIN_MS));

/**
 * Calls `work` once the page has painted what the device has for it: what work loads would hold that up. Returns what calls
 * it off.
 */
export function afterPaint(work: () => void): () => void {
  let calledOff = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  void Promise.race([firstRead, firstReadTimeout()]).then(() => {
    if (calledOff) return;
    frame = requestAnimationFrame(() => {
      timer = setTimeout(work);
    });
  });
  return () => {
    calledOff = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
