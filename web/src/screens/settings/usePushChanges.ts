import { pushEndpoints } from '@quantalgo/contracts/push/endpoints';
import type { PushDevice } from '@quantalgo/contracts/push/push';
import { useState } from 'react';
import { changePush } from '../../data/push/devicePush';
import { readPushState } from '../../data/push/pushState';
import { describeFailure, toFailureText } from '../../data/core/errors';

/** Computes a change from the device's current settings. */
export type PushStep = (device: PushDevice) => Parameters<typeof changePush>[1];

/** Settles once all changes made on this page are saved or have failed. */
let queue = Promise.resolve();

/**
 * Saves changes one at a time, each on top of the server's response to the previous one. The
 * returned device includes pending changes, but not failed ones.
 */
export function usePushChanges(device: PushDevice, onChanged: () => Promise<void>) {
  const [pending, setPending] = useState<readonly PushStep[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (step: PushStep) => {
    const { device: stored } = await readPushState();
    const current = stored ?? device;
    try {
      await changePush(current, step(current));
      await onChanged();
    } catch (error) {
      setFailure(describeFailure(error, toFailureText(pushEndpoints.changePush)));
    }
    setPending((steps) => steps.filter((item) => item !== step));
  };
  const save = (step: PushStep) => {
    setPending((steps) => [...steps, step]);
    setFailure(null);
    queue = queue.then(() => send(step));
  };
  const optimisticDevice = pending.reduce(
    (current, step) => ({ ...current, ...step(current) }),
    device,
  );
  return { optimisticDevice, failure, save };
}
