import { type Performance, performanceSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { currentUser } from '../session/currentSession';
import type { MemberDatabase } from '../storage/database';
import { readSignals, type ReceivedSignal } from '../storage/digests';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { dismissEviction, readEviction, startOfDay } from '../storage/retention';

export type { ReceivedSignal } from '../storage/digests';

/** The newest signals on this device, newest first, at most `limit`. Undefined while they are read. */
export const useSignals = (limit: number): ReceivedSignal[] | undefined =>
  useStored(
    async ({ signals }) =>
      readSignals(await signals.orderBy('createdAt').reverse().limit(limit).toArray()),
    [limit],
  );

/** How many signals are on this device. Undefined while they are counted. */
export const useSignalCount = (): number | undefined => useStored(({ signals }) => signals.count());

/** A signal with the ids of its neighbours in time on this device; null where there is none. */
export interface SignalInTime {
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

/** The signal of this slot, as this device holds it. Undefined while it is read. */
export const useSignal = (id: string): SignalInTime | undefined =>
  useStored((database) => readSignal(database, id), [id]);

/** Key of the one row of the performance table. */
export const PERFORMANCE_ROW = 'current';

/** The record in figures, as last received. Null where none came yet, undefined while it is read. */
export const usePerformance = (): Performance | null | undefined =>
  useStored(async ({ performance }) => {
    const parsed = performanceSchema.safeParse(await performance.get(PERFORMANCE_ROW));
    return parsed.success ? parsed.data : null;
  });

/** Stores the figures of the record in place of the older ones. */
export async function storePerformance(
  { performance }: MemberDatabase,
  figures: Performance,
): Promise<void> {
  await performance.put({ id: PERFORMANCE_ROW, ...figures });
}

const SEEN_ROW = 'seen';

/** `at`: createdAt (epoch ms) of the newest signal that was on the device when the member last looked. */
const seenSchema = z.object({ at: z.number() });

const newestSchema = z.object({ createdAt: z.number() });

/** How many signals came since the member last looked; undefined while they are counted. */
export const useUnseenCount = (): number | undefined =>
  useStored(async ({ signals, meta }) => {
    const { data } = seenSchema.safeParse(await meta.get(SEEN_ROW));
    return data ? signals.where('createdAt').above(data.at).count() : 0;
  });

/** Notes that the member has all signals before them that are on the device. */
export const markSeen = (uid: string): Promise<void> =>
  withDatabase(uid, async ({ signals, meta }) => {
    const { data } = newestSchema.safeParse(await signals.orderBy('createdAt').last());
    const row = { id: SEEN_ROW, at: data?.createdAt };
    if (data) await meta.put(row);
  });

/** Since when (epoch ms) signals are still on this device, where older ones had to go and their member has not seen that. */
export function useEviction(): { readonly since: number; readonly dismiss: () => void } | null {
  const eviction = useStored(readEviction);
  if (!eviction) return null;
  const dismiss = () => {
    const uid = currentUser()?.id;
    if (uid !== undefined) withDatabase(uid, dismissEviction).catch(() => undefined);
  };
  return { since: startOfDay(eviction.before), dismiss };
}
