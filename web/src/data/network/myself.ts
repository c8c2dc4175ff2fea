import { adjustOnlineCount } from '@quantalgo/contracts/network/presence';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';
import { useStored, withDatabase } from '../storage/memberDatabase';

const PRESENT_ROW = 'present';

/** Epoch ms. */
const rowSchema = z.object({ at: z.number() });

const ROOM_ROWS = ['network', 'essential-room'] as const satisfies readonly SharedMetaRow[];

/** When the server last counted this member as present (epoch ms). */
async function readLastSeenAt({ meta }: MemberDatabase): Promise<number | null> {
  const rows: readonly unknown[] = await meta.bulkGet([PRESENT_ROW, ...ROOM_ROWS]);
  const times = rows.flatMap((row) => rowSchema.safeParse(row).data?.at ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}

export const storeLastSeenAt = (uid: string): Promise<void> =>
  withDatabase(uid, async ({ meta }) => {
    await meta.put({ id: PRESENT_ROW, at: serverNow() });
  });

/**
 * Includes this member even if the shared count is older than their visit. See {@link
 * adjustOnlineCount}.
 */
export function useOnlineCountWithSelf<T extends number | null | undefined>(online: T): T | number {
  const presentAt = useStored(readLastSeenAt) ?? null;
  return useAt((now) =>
    typeof online === 'number' ? adjustOnlineCount(online, presentAt, now) : online,
  );
}
