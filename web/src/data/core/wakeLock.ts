import { observable } from './observable';

/** Whether the screen should stay on while this page shows the content that needs it. */
export const screenAwake = observable(false);

/** Whether the browser can keep the screen on. */
export const canKeepAwake = (): boolean => 'wakeLock' in navigator;

const isHidden = () => document.hidden;

/**
 * Keeps the screen on until the returned function is called. The system releases the lock of a hidden page, so it is
 * requested again when the page is visible. `onRefused`: the system denies it now, for example because the battery is
 * low.
 */
export function keepScreenAwake(onRefused: () => void): () => void {
  const stopped = new AbortController();
  let lock: WakeLockSentinel | undefined;
  let asking = false;
  const take = async () => {
    if (isHidden() || asking || lock?.released === false) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (stopped.signal.aborted) await lock.release();
    } catch {
      // A page that was hidden meanwhile asks again when it is visible.
      if (!isHidden() && !stopped.signal.aborted) onRefused();
    } finally {
      asking = false;
    }
  };
  const onVisibility = () => void take();
  document.addEventListener('visibilitychange', onVisibility, { signal: stopped.signal });
  void take();
  return () => {
    stopped.abort();
    lock?.release().catch(() => undefined);
  };
}
