import { onlineSeenBy } from '@quantalgo/contracts/network/presence';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import type { MemberDatabase } from '../storage/database';
import { useStored, withDatabase } from '../storage/memberDatabase';
import type { MetaRow } from '../storage/tableAccess';

const ROW = 'present';

/** `at` in epoch ms. */
const rowSchema = z.object({ at: z.number() });

/** Rows of the last syncs of the rooms: by a sync, too, its member is present. */
const ROOM_ROWS = ['network', 'essential-room'] as const satisfies readonly MetaRow[];

/** When the server last took a call by which this member is present (epoch ms); null for never. */
async function readPresent({ meta }: MemberDatabase): Promise<number | null> {
  const rows: readonly unknown[] = await meta.bulkGet([ROW, ...ROOM_ROWS]);
  const times = rows.flatMap((row) => rowSchema.safeParse(row).data?.at ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}

/** Notes that the server has just taken a call by which this member counts as online. */
export const storePresent = (uid: string): Promise<void> =>
  withDatabase(uid, async ({ meta }) => {
    await meta.put({ id: ROW, at: serverNow() });
  });

/** A number of members online, with this member among them once the server knows that they are here; see {@link onlineSeenBy}. */
export function useWithMyself<T extends number | null | undefined>(online: T): T | number {
  const presentAt = useStored(readPresent) ?? null;
  return useAt((now) =>
    typeof online === 'number' ? onlineSeenBy(online, presentAt, now) : online,
  );
}
