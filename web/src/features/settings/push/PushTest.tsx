import type { PushDevice } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { turnPushOff } from '../../../data/push/devicePush';
import { measureTestPush } from '../../../data/push/testPush';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { failureWords } from '../failureWords';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The way to see that notifications arrive, and how fast; and the way out. */
export function PushTest({
  device,
  tookMs,
  onTurnedOff,
}: {
  device: PushDevice;
  /** How long the last that was measured took from the server to this device. */
  tookMs: number | null;
  onTurnedOff: () => Promise<void>;
}) {
  /** How long the test took; null where it was not shown, undefined before. */
  const [shownAfter, setShownAfter] = useState<number | null>();
  const test = useSending(async () => {
    setShownAfter(undefined);
    setShownAfter(await measureTestPush(device));
  }, failureWords('testPush'));
  const off = useSending(async () => {
    await turnPushOff();
    await onTurnedOff();
  }, failureWords('unsubscribe'));
  const failed = test.failure ?? off.failure;
  return (
    <>
      {failed !== null && <Notice tone="error">{failed}</Notice>}
      {shownAfter === null && (
        <Notice tone="warning">
          It has not been shown yet. See whether your system lets this browser notify you, and
          whether it saves power.
        </Notice>
      )}
      {typeof shownAfter === 'number' && (
        <Notice>
          Shown {seconds(shownAfter)} after you asked for it
          {tookMs !== null && `, ${seconds(tookMs)} of it from our server to this device`}.
        </Notice>
      )}
      {typeof shownAfter !== 'number' && tookMs !== null && (
        <p className="text-sm text-muted">
          The last one took {seconds(tookMs)} from our server to this device.
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line-soft pt-4">
        <Button
          size="small"
          doing={test.sending ? 'Waiting for it…' : undefined}
          onClick={() => void test.send()}
        >
          Send me a test
        </Button>
        <Button
          size="small"
          look="quiet"
          doing={off.sending ? 'Turning off…' : undefined}
          onClick={() => void off.send()}
        >
          Turn off
        </Button>
      </div>
    </>
  );
}
