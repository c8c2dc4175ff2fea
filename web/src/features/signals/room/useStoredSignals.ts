import { useCallback, useMemo, useState } from 'react';
import { useSignalCount, useSignals, type ReceivedSignal } from '../../../data/signals/useSignals';
import { isSettled, type SettledSignal } from './settled';

/** Signals read at first, and how many more with each "Show more". */
const FIRST = 15;
const STEP = 20;

export interface StoredSignals {
  /** Newest first, undefined while they are read. */
  readonly signals: readonly ReceivedSignal[] | undefined;
  readonly settled: readonly SettledSignal[];
  /** All settled signals on this device, read or not. */
  readonly settledTotal: number;
  /** Reads more; null when all are read. */
  readonly more: (() => void) | null;
}

/** The signals of the room, as many as were asked for. */
export function useStoredSignals(): StoredSignals {
  const [limit, setLimit] = useState(FIRST);
  const signals = useSignals(limit);
  const count = useSignalCount() ?? 0;
  const settled = useMemo(() => signals?.filter(isSettled) ?? [], [signals]);
  const readMore = useCallback(() => setLimit((read) => read + STEP), []);
  const read = signals?.length ?? 0;
  return {
    signals,
    settled,
    settledTotal: Math.max(count, read) - (read - settled.length),
    more: count > read ? readMore : null,
  };
}
