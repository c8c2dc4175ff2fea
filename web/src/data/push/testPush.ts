import type { PushDevice } from '@quantalgo/contracts';
import { sendTest } from './devicePush';
import { followShown } from './messages';

/** A test that is not shown by then (ms) is not waited for any longer. */
const SHOWN_WITHIN_MS = 30_000;

/**
 * Has a notification sent to this device.
 * @returns how long (ms) it took from now on until it was shown, by this page's own clock; null where it was not shown
 * @throws ApiError @throws NetworkError
 */
export async function measureTestPush(device: PushDevice): Promise<number | null> {
  const askedAt = performance.now();
  const shown = new Map<string, number>();
  let check: () => void = () => undefined;
  const stop = followShown((id = '') => {
    shown.set(id, performance.now());
    check();
  });
  try {
    // It may be shown before the server has answered.
    const push = await sendTest(device);
    await new Promise<void>((resolve) => {
      check = () => {
        if (shown.has(push)) resolve();
      };
      check();
      setTimeout(resolve, SHOWN_WITHIN_MS);
    });
    const at = shown.get(push);
    return at === undefined ? null : at - askedAt;
  } finally {
    stop();
  }
}
