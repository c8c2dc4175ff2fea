import { marketStateSchema } from '@quantalgo/contracts/market/market';
import type { Heartbeat } from '@quantalgo/contracts/record/heartbeatDocument';
import { heartbeatStateSchema } from '@quantalgo/contracts/signals/heartbeat';
import * as z from 'zod/mini';
import { useAt } from '../core/clock';
import type { MemberDatabase } from '../database/tables';
import { useStored } from '../storage/memberDatabase';
import { slotIdSchema } from '@quantalgo/contracts/core/slots';

const HEARTBEAT_ROW = 'heartbeat';

/** `opensAt`: epoch ms; null while the market is open. */
const storedHeartbeatSchema = z.object({
  slot: slotIdSchema,
  state: heartbeatStateSchema,
  opensAt: z.nullable(z.number()),
  market: z.catch(z.nullable(marketStateSchema), null),
});

type StoredHeartbeat = z.infer<typeof storedHeartbeatSchema>;

async function readHeartbeat({ performance }: MemberDatabase): Promise<StoredHeartbeat | null> {
  return storedHeartbeatSchema.safeParse(await performance.get(HEARTBEAT_ROW)).data ?? null;
}

interface HeartbeatToStore extends Pick<Heartbeat, 'slot' | 'state' | 'opensAt'> {
  readonly market?: unknown;
}

/**
 * Never overwrites a newer heartbeat, because the stream and polling may deliver them out of order.
 */
export const storeHeartbeat = (
  database: MemberDatabase,
  { slot, state, opensAt, market }: HeartbeatToStore,
): Promise<void> =>
  database.transaction('rw', database.performance, async () => {
    const stored = await readHeartbeat(database);
    if (stored !== null && stored.slot > slot) return;
    await database.performance.put({ id: HEARTBEAT_ROW, slot, state, opensAt, market });
  });

/** When the closed market opens (epoch ms). Null while it is open, and without a heartbeat. */
export function useMarketOpening(): number | null | undefined {
  const opensAt = useStored(async (database) => (await readHeartbeat(database))?.opensAt ?? null);
  return useAt((now) => (typeof opensAt === 'number' && opensAt <= now ? null : opensAt));
}

export const useHeartbeat = (): StoredHeartbeat | null | undefined => useStored(readHeartbeat);
