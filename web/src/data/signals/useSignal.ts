import { useStored } from '../storage/useStored';
import type { MemberDatabase } from '../storage/database';
import { readSignals, type ReceivedSignal } from './storedSignal';

/** A signal with the ids of its neighbours in time on this device; null where there is none. */
export interface SignalInTime {
  readonly signal: ReceivedSignal | null;
  readonly older: string | null;
  readonly newer: string | null;
}

async function read({ signals }: MemberDatabase, id: string): Promise<SignalInTime> {
  const [row, older, newer] = await Promise.all([
    signals.get(id),
    signals.where('id').below(id).reverse().first(),
    signals.where('id').above(id).first(),
  ]);
  return {
    signal: readSignals([row])[0] ?? null,
    older: older?.id ?? null,
    newer: newer?.id ?? null,
  };
}

/** The signal of this slot, as this device holds it. Undefined while it is read. */
export const useSignal = (id: string): SignalInTime | undefined =>
  useStored((database) => read(database, id), [id]);
