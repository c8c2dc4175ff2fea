import { type Performance, performanceSchema } from '@quantalgo/contracts/signals/figures';
import * as z from 'zod/mini';
import { currentUser } from '../auth/currentSession';
import type { MemberDatabase } from '../storage/database';
import { readSignals, type ReceivedSignal } from '../storage/digests';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { SEEN_ROW, seenSchema } from '../storage/signalRows';
import { dismissEviction, readEviction, startOfDay } from '../storage/eviction';

export type { ReceivedSignal } from '../storage/digests';

/** The newest signals on this device, newest first, at most `limit`. Undefined while they are read. */
export const useSignals = (limit: number): ReceivedSignal[] | undefined =>
  useStored(
    async ({ signals }) =>
      readSignals(await signals.orderBy('createdAt').reverse().limit(limit).toArray()),
    [limit],
  );

/** Number of signals on this device. Undefined while they are counted. */
export const useSignalCount = (): number | undefined => useStored(({ signals }) => signals.count());

/** Number of signals on this device that were given from `since` (epoch ms) on; undefined while they are counted. */
export const useSignalsSince = (since: number): number | undefined =>
  useStored(({ signals }) => signals.where('createdAt').aboveOrEqual(since).count(), [since]);

/** Number of quarantined signals. Undefined while they are counted. */
export const useUnreadCount = (): number | undefined =>
  useStored(({ quarantine }) => quarantine.count());

/** A signal with the ids of its neighbours in time on this device; null if there is none. */
interface SignalInTime {
  readonly signal: ReceivedSignal | null;
  readonly older: string | null;
  readonly newer: string | null;
}

async function readSignal({ signals }: MemberDatabase, id: string): Promise<SignalInTime> {
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

/** The signal of this slot on this device. Undefined while it is read. */
export const useSignal = (id: string): SignalInTime | undefined =>
  useStored((database) => readSignal(database, id), [id]);

/** Key of the row with the record's figures in the performance table. */
export const PERFORMANCE_ROW = 'current';

/** The record's figures, as last received. Null if there are none yet, undefined while they are read. */
export const usePerformance = (): Performance | null | undefined =>
  useStored(async ({ performance }) => {
    const parsed = performanceSchema.safeParse(await performance.get(PERFORMANCE_ROW));
    return parsed.success ? parsed.data : null;
  });

/** Stores the record's figures, replacing the older ones. */
export async function storePerformance(
  { performance }: MemberDatabase,
  figures: Performance,
): Promise<void> {
  await performance.put({ id: PERFORMANCE_ROW, ...figures });
}

const newestSchema = z.object({ createdAt: z.number() });

/** Number of signals since the member last looked; undefined while they are counted. */
export const useUnseenCount = (): number | undefined =>
  useStored(async ({ signals, meta }) => {
    const { data } = seenSchema.safeParse(await meta.get(SEEN_ROW));
    return data ? signals.where('createdAt').above(data.at).count() : 0;
  });

/** Marks all signals on the device as seen. */
export const markSeen = (uid: string): Promise<void> =>
  withDatabase(uid, async ({ signals, meta }) => {
    const { data } = newestSchema.safeParse(await signals.orderBy('createdAt').last());
    if (data) await meta.put({ id: SEEN_ROW, at: data.createdAt });
  });

/**
 * After an eviction that the member hasn't dismissed: the start (epoch ms) of the signals that remain on this device.
 */
export function useEviction(): { readonly since: number; readonly dismiss: () => void } | null {
  const eviction = useStored(readEviction);
  if (!eviction) return null;
  const dismiss = () => {
    const uid = currentUser()?.id;
    if (uid !== undefined) withDatabase(uid, dismissEviction).catch(() => undefined);
  };
  return { since: startOfDay(eviction.before), dismiss };
}
