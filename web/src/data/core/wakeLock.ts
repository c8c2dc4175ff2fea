import { observable } from './observable';

export const screenAwake = observable(false);

export const canKeepAwake = (): boolean => 'wakeLock' in navigator;

const isHidden = () => document.hidden;

/**
 * Keeps the screen on until the returned function is called. Systems release a hidden page's lock,
 * so it is requested again when the page is visible. `onRefused`: for example, the battery is low.
 */
export function keepScreenAwake(onRefused: () => void): () => void {
  const controller = new AbortController();
  let lock: WakeLockSentinel | undefined;
  let isRequesting = false;
  const requestLock = async () => {
    if (isHidden() || isRequesting || lock?.released === false) return;
    isRequesting = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (controller.signal.aborted) await lock.release();
    } catch {
      // A page that was hidden in the meantime requests the lock again once visible.
      if (!isHidden() && !controller.signal.aborted) onRefused();
    } finally {
      isRequesting = false;
    }
  };
  const onVisibility = () => void requestLock();
  document.addEventListener('visibilitychange', onVisibility, { signal: controller.signal });
  void requestLock();
  return () => {
    controller.abort();
    lock?.release().catch(() => undefined);
  };
}
