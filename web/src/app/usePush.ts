import { useEffect } from 'react';
import { afterPaint } from './afterPaint';

/** Compares what this browser and the server know of the member's notifications, after the first paint. */
export function usePush(uid: string): void {
  useEffect(
    () =>
      afterPaint(() => {
        void import('../data/push/devicePush')
          .then(({ comparePush }) => comparePush())
          .catch(() => undefined);
      }),
    [uid],
  );
}
