import { type Heartbeat, heartbeatStateSchema, slotIdSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';

/** Key of its row beside the figures of the record. */
const HEARTBEAT_ROW = 'heartbeat';

/** The newest heartbeat as this device keeps it: `opensAt` in epoch ms, null of an open market. */
const keptHeartbeatSchema = z.object({
  slot: slotIdSchema,
  state: heartbeatStateSchema,
  opensAt: z.nullable(z.number()),
});

type KeptHeartbeat = z.infer<typeof keptHeartbeatSchema>;

async function readHeartbeat({ performance }: MemberDatabase): Promise<KeptHeartbeat | null> {
  return keptHeartbeatSchema.safeParse(await performance.get(HEARTBEAT_ROW)).data ?? null;
}

/** Keeps a heartbeat, unless a newer one is kept: stream and polling may both bring them. */
export const storeHeartbeat = (
  database: MemberDatabase,
  { slot, state, opensAt }: Pick<Heartbeat, 'slot' | 'state' | 'opensAt'>,
): Promise<void> =>
  database.transaction('rw', database.performance, async () => {
    const kept = await readHeartbeat(database);
    if (kept !== null && kept.slot > slot) return;
    await database.performance.put({ id: HEARTBEAT_ROW, ...{ slot, state, opensAt } });
  });

/**
 * When the market opens that is closed at `now` (both epoch ms), by the newest heartbeat that reached this device. Null
 * while it is open, from its opening on, and where no heartbeat told; undefined while it is read.
 */
export function useOpening(now: number): number | null | undefined {
  const kept = useStored(readHeartbeat);
  if (!kept) return kept;
  return kept.opensAt !== null && kept.opensAt > now ? kept.opensAt : null;
}
