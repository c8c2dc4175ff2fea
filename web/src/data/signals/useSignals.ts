import { useStored } from '../storage/useStored';
import { readSignals, type ReceivedSignal } from './storedSignal';

export type { ReceivedSignal } from './storedSignal';

/** The newest signals on this device, newest first, at most `limit`. Undefined while they are read. */
export const useSignals = (limit: number): ReceivedSignal[] | undefined =>
  useStored(
    async ({ signals }) =>
      readSignals(await signals.orderBy('createdAt').reverse().limit(limit).toArray()),
    [limit],
  );

/** How many signals are on this device. Undefined while they are counted. */
export const useSignalCount = (): number | undefined => useStored(({ signals }) => signals.count());
