import * as z from 'zod/mini';
import type { MemberDatabase } from './database';
import { dayOfId } from './digests';

/** Number of newest signals that a device without any fetches first, and more where the sync compares more of them. */
export const FIRST_SIGNALS = 300;

const EVICTED = 'evicted';

/** Key of the row of `meta` that says how far back the history is whole (`before`, epoch ms). */
export const OLDER_ROW = 'older';

/** The last eviction: all signals before the day `before` (20261120), at `at` (epoch ms). */
const evictionSchema = z.object({ before: z.string(), at: z.number() });
type Eviction = z.infer<typeof evictionSchema>;

/** Midnight UTC (epoch ms) at the start of a day such as 20261120. */
export const startOfDay = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));

/**
 * Removes all but the newest `kept` signals, in whole days, with their digests and charts, and notes that for the
 * screen. The older history can be loaded again.
 */
export const evict = (database: MemberDatabase, kept: number, now: number): Promise<void> => {
  const { signals, digests, charts, meta } = database;
  return database.transaction('rw', signals, digests, charts, meta, async () => {
    const oldest = await signals
      .orderBy('id')
      .reverse()
      .offset(Math.max(0, kept - 1))
      .first();
    const day = oldest && dayOfId(oldest.id);
    if (day === undefined || (await signals.where('id').below(day).count()) === 0) return;
    for (const table of [signals, digests, charts]) await table.where('id').below(day).delete();
    await meta.put({ id: EVICTED, before: day, at: now });
    const older = await meta.get(OLDER_ROW);
    // What lies before a later `before` was never fetched.
    const before = Math.max(Number(older?.['before'] ?? 0), startOfDay(day));
    if (older) await meta.put({ ...older, id: OLDER_ROW, before, complete: false });
  });
};

/** Removes the older half of the signals, as there is no storage left for more valuable data. */
export async function makeRoom(database: MemberDatabase): Promise<void> {
  const stored = await database.signals.count();
  await evict(database, Math.max(FIRST_SIGNALS, Math.floor(stored / 2)), Date.now());
}

/** The last eviction, until the member has dismissed it; null if there was none. */
export const readEviction = async ({ meta }: MemberDatabase): Promise<Eviction | null> =>
  evictionSchema.safeParse(await meta.get(EVICTED)).data ?? null;

/** Dismisses the last eviction. */
export const dismissEviction = async ({ meta }: MemberDatabase): Promise<void> => {
  await meta.delete(EVICTED);
};
