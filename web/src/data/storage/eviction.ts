import * as z from 'zod/mini';
import type { MemberDatabase } from '../database/tables';
import { toUtcDay } from './digests';

/**
 * Size of a new device's first batch of signals. It fetches more only if the sync must go further
 * back.
 */
export const INITIAL_SIGNAL_COUNT = 300;

const EVICTED_ROW = 'evicted';

/** Row of `meta`: how far back the history is complete (`before`, epoch ms). */
export const HISTORY_EXTENT_ROW = 'older';

/** Signals before the day `before` (20261120) were removed at `at` (epoch ms). */
const evictionSchema = z.object({ before: z.string(), at: z.number() });
type Eviction = z.infer<typeof evictionSchema>;

/** Midnight UTC (epoch ms) of a day such as 20261120. */
export const startOfDay = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));

/**
 * Removes the oldest signals in whole days, with their digests and charts. At least the newest
 * `count` remain. The removed history can be loaded again.
 */
export const evictOldSignals = (
  database: MemberDatabase,
  count: number,
  now: number,
): Promise<void> => {
  const { signals, digests, charts, meta } = database;
  return database.transaction('rw', signals, digests, charts, meta, async () => {
    const oldest = await signals
      .orderBy('id')
      .reverse()
      .offset(Math.max(0, count - 1))
      .first();
    const day = oldest && toUtcDay(oldest.id);
    if (day === undefined || (await signals.where('id').below(day).count()) === 0) return;
    for (const table of [signals, digests, charts]) await table.where('id').below(day).delete();
    await meta.put({ id: EVICTED_ROW, before: day, at: now });
    const historyExtent = await meta.get(HISTORY_EXTENT_ROW);
    // If `before` is later, the history before it was never fetched.
    const before = Math.max(Number(historyExtent?.['before'] ?? 0), startOfDay(day));
    if (historyExtent)
      await meta.put({ ...historyExtent, id: HISTORY_EXTENT_ROW, before, complete: false });
  });
};

export async function makeRoom(database: MemberDatabase): Promise<void> {
  const storedCount = await database.signals.count();
  const count = Math.max(INITIAL_SIGNAL_COUNT, Math.floor(storedCount / 2));
  await evictOldSignals(database, count, Date.now());
}

export const readEviction = async ({ meta }: MemberDatabase): Promise<Eviction | null> =>
  evictionSchema.safeParse(await meta.get(EVICTED_ROW)).data ?? null;

export const dismissEviction = async ({ meta }: MemberDatabase): Promise<void> => {
  await meta.delete(EVICTED_ROW);
};
