import { type Performance, performanceSchema } from '@quantalgo/contracts/signals/figures';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { getCurrentUser } from '../auth/currentSession';
import { lastContact } from '../core/clock';
import type { MemberDatabase } from '../database/tables';
import { readSignals, type ReceivedSignal } from '../storage/digests';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { SEEN_ROW, seenSchema } from '../storage/signalRows';
import { dismissEviction, readEviction, startOfDay } from '../storage/eviction';

export type { ReceivedSignal } from '../storage/digests';

export const useSignals = (limit: number): ReceivedSignal[] | undefined =>
  useStored(
    async ({ signals }) =>
      readSignals(await signals.orderBy('createdAt').reverse().limit(limit).toArray()),
    [limit],
  );

export const useSignalCount = (): number | undefined => useStored(({ signals }) => signals.count());

/**
 * Number of stored signals published since `since` (epoch ms). Undefined while loading, or if it is
 * zero but the device hasn't reached the server since then.
 */
export function useSignalsSince(since: number): number | undefined {
  const contact = useSyncExternalStore(lastContact.subscribe, lastContact.get);
  const count = useStored(
    ({ signals }) => signals.where('createdAt').aboveOrEqual(since).count(),
    [since],
  );
  return count === 0 && (contact ?? 0) < since ? undefined : count;
}

export const useQuarantineCount = (): number | undefined =>
  useStored(({ quarantine }) => quarantine.count());

interface SignalWithNeighbours {
  readonly signal: ReceivedSignal | null;
  readonly older: string | null;
  readonly newer: string | null;
}

async function readSignal({ signals }: MemberDatabase, id: string): Promise<SignalWithNeighbours> {
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

export const useSignal = (id: string): SignalWithNeighbours | undefined =>
  useStored((database) => readSignal(database, id), [id]);

export const PERFORMANCE_ROW = 'current';

export const usePerformance = (): Performance | null | undefined =>
  useStored(async ({ performance }) => {
    const parsed = performanceSchema.safeParse(await performance.get(PERFORMANCE_ROW));
    return parsed.success ? parsed.data : null;
  });

export async function storePerformance(
  { performance }: MemberDatabase,
  figures: Performance,
): Promise<void> {
  await performance.put({ id: PERFORMANCE_ROW, ...figures });
}

const newestSchema = z.object({ createdAt: z.number() });

export const useUnseenCount = (): number | undefined =>
  useStored(async ({ signals, meta }) => {
    const { data } = seenSchema.safeParse(await meta.get(SEEN_ROW));
    return data ? signals.where('createdAt').above(data.at).count() : 0;
  });

export const markSeen = (uid: string): Promise<void> =>
  withDatabase(uid, async ({ signals, meta }) => {
    const { data } = newestSchema.safeParse(await signals.orderBy('createdAt').last());
    if (data) await meta.put({ id: SEEN_ROW, at: data.createdAt });
  });

/** After an eviction: start of this device's remaining signals (epoch ms). Null once dismissed. */
export function useEviction(): { readonly since: number; readonly dismiss: () => void } | null {
  const eviction = useStored(readEviction);
  if (!eviction) return null;
  const dismiss = () => {
    const uid = getCurrentUser()?.id;
    if (uid !== undefined) withDatabase(uid, dismissEviction).catch(() => undefined);
  };
  return { since: startOfDay(eviction.before), dismiss };
}
