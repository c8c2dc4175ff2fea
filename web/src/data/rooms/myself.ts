import { onlineSeenBy } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import type { MemberDatabase } from '../storage/database';
import { useStored, withDatabase } from '../storage/memberDatabase';

const ROW = 'present';

/** `at` in epoch ms. */
const rowSchema = z.object({ at: z.number() });

const readPresent = async ({ meta }: MemberDatabase): Promise<number | null> =>
  rowSchema.safeParse(await meta.get(ROW)).data?.at ?? null;

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
