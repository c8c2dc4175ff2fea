import { slotIdSchema } from '@quantalgo/contracts/core/slotId';
import { marketStateSchema } from '@quantalgo/contracts/market/market';
import type { Heartbeat } from '@quantalgo/contracts/record/heartbeatDocument';
import { heartbeatStateSchema } from '@quantalgo/contracts/signals/heartbeat';
import * as z from 'zod/mini';
import { useAt } from '../core/clock';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';

/** Key of the heartbeat's row in the performance table. */
const HEARTBEAT_ROW = 'heartbeat';

/** The newest heartbeat as stored: `opensAt` in epoch ms, null if the market is open. */
const storedHeartbeatSchema = z.object({
  slot: slotIdSchema,
  state: heartbeatStateSchema,
  opensAt: z.nullable(z.number()),
  /** Null where none came, or one that this build can't read. */
  market: z.catch(z.nullable(marketStateSchema), null),
});

type StoredHeartbeat = z.infer<typeof storedHeartbeatSchema>;

async function readHeartbeat({ performance }: MemberDatabase): Promise<StoredHeartbeat | null> {
  return storedHeartbeatSchema.safeParse(await performance.get(HEARTBEAT_ROW)).data ?? null;
}

/** What is kept of a heartbeat; `market` is parsed where it is read. */
interface HeartbeatToStore extends Pick<Heartbeat, 'slot' | 'state' | 'opensAt'> {
  readonly market?: unknown;
}

/** Stores a heartbeat, unless the stored one is newer: stream and polling may both deliver them. */
export const storeHeartbeat = (
  database: MemberDatabase,
  { slot, state, opensAt, market }: HeartbeatToStore,
): Promise<void> =>
  database.transaction('rw', database.performance, async () => {
    const kept = await readHeartbeat(database);
    if (kept !== null && kept.slot > slot) return;
    await database.performance.put({ id: HEARTBEAT_ROW, slot, state, opensAt, market });
  });

/**
 * When the closed market opens (epoch ms), by the newest heartbeat on this device. Null while it is open, from its
 * opening time on, and without a heartbeat; undefined while it is read.
 */
export function useMarketOpening(): number | null | undefined {
  const opensAt = useStored(async (database) => (await readHeartbeat(database))?.opensAt ?? null);
  return useAt((now) => (typeof opensAt === 'number' && opensAt <= now ? null : opensAt));
}

/** The newest heartbeat on this device; null without one, undefined while it is read. */
export const useHeartbeat = (): StoredHeartbeat | null | undefined => useStored(readHeartbeat);
