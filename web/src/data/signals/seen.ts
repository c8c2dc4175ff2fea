import * as z from 'zod/mini';
import { withDatabase } from '../storage/memberDatabase';
import { useStored } from '../storage/useStored';

const ID = 'seen';

/** `at`: createdAt (epoch ms) of the newest signal that was on the device when the member last looked. */
const seenSchema = z.object({ at: z.number() });
const newestSchema = z.object({ createdAt: z.number() });

/** How many signals came since the member last looked; undefined while they are counted. */
export const useUnseen = (): number | undefined =>
  useStored(async ({ signals, meta }) => {
    const { data } = seenSchema.safeParse(await meta.get(ID));
    return data ? signals.where('createdAt').above(data.at).count() : 0;
  });

/** Notes that the member has all signals before them that are on the device. */
export const noteSeen = (uid: string): Promise<void> =>
  withDatabase(uid, async ({ signals, meta }) => {
    const { data } = newestSchema.safeParse(await signals.orderBy('createdAt').last());
    const row = { id: ID, at: data?.createdAt };
    if (data) await meta.put(row);
  });
