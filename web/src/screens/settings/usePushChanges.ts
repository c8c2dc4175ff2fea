import { pushEndpoints } from '@quantalgo/contracts/push/endpoints';
import type { PushDevice } from '@quantalgo/contracts/push/push';
import { useState } from 'react';
import { changePush } from '../../data/push/devicePush';
import { readPushState } from '../../data/push/pushState';
import { apiErrorText, fallbackMessage } from '../../data/auth/errors';

/** What a press changes of the device as it is then. */
export type PushStep = (device: PushDevice) => Parameters<typeof changePush>[1];

/** Settles after all changes of this page. */
let last = Promise.resolve();

/**
 * Saves changes of the device's notification settings at once, one after the other, each on top of what the server
 * answered to those before. `shown` is the device with what was pressed; a change that fails is taken out of it.
 * @param onChanged called after each change
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
      setFailure(apiErrorText(error, fallbackMessage(pushEndpoints.changePush)));
    }
    setPending((steps) => steps.filter((one) => one !== step));
  };
  const save = (step: PushStep) => {
    setPending((steps) => [...steps, step]);
    setFailure(null);
    last = last.then(() => send(step));
  };
  const shown = pending.reduce((before, step) => ({ ...before, ...step(before) }), device);
  return { shown, failure, save };
}
