import { type Heartbeat, heartbeatStateSchema, slotIdSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { useAt } from '../core/clock';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';

/** Key of the heartbeat's row in the performance table. */
const HEARTBEAT_ROW = 'heartbeat';

/** The newest heartbeat as stored: `opensAt` in epoch ms, null if the market is open. */
const keptHeartbeatSchema = z.object({
  slot: slotIdSchema,
  state: heartbeatStateSchema,
  opensAt: z.nullable(z.number()),
});

type KeptHeartbeat = z.infer<typeof keptHeartbeatSchema>;

async function readHeartbeat({ performance }: MemberDatabase): Promise<KeptHeartbeat | null> {
  return keptHeartbeatSchema.safeParse(await performance.get(HEARTBEAT_ROW)).data ?? null;
}

/** Stores a heartbeat, unless the stored one is newer: stream and polling may both deliver them. */
export const storeHeartbeat = (
  database: MemberDatabase,
  { slot, state, opensAt }: Pick<Heartbeat, 'slot' | 'state' | 'opensAt'>,
): Promise<void> =>
  database.transaction('rw', database.performance, async () => {
    const kept = await readHeartbeat(database);
    if (kept !== null && kept.slot > slot) return;
    await database.performance.put({ id: HEARTBEAT_ROW, slot, state, opensAt });
  });

/**
 * When the closed market opens (epoch ms), by the newest heartbeat on this device. Null while it is open, from its
 * opening time on, and without a heartbeat; undefined while it is read.
 */
export function useOpening(): number | null | undefined {
  const opensAt = useStored(async (database) => (await readHeartbeat(database))?.opensAt ?? null);
  return useAt((now) => (typeof opensAt === 'number' && opensAt <= now ? null : opensAt));
}
