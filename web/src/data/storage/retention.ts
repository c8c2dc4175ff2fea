import type { Audience } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import type { MemberDatabase } from './database';
import { dayOfId } from './digests';

/** Signals that a device without any begins with: the newest ones. */
export const FIRST_SIGNALS = 300;

/** Signals that a device keeps at most: more than half a year of the basic ones, ten weeks of all. */
const KEPT_BASIC = 6000;
const KEPT_ALL = 20_000;
/** Where the browser's storage is fuller than this share, half of the signals have to do. */
const NEARLY_FULL = 0.8;

const EVICTED = 'evicted';
const OLDER = 'older';

/** What was removed to save room: all signals before `before` (a day, as 20261120), at `at` (epoch ms). */
const evictionSchema = z.object({ before: z.string(), at: z.number() });
export type Eviction = z.infer<typeof evictionSchema>;

/** How many signals stay of `stored` ones for a member of these audiences, where storage is full to `share` (0 to 1). */
export function retainedCount(
  stored: number,
  audiences: readonly Audience[],
  share: number,
): number {
  const limit = audiences.includes('order-flow') ? KEPT_ALL : KEPT_BASIC;
  const fitting = share > NEARLY_FULL ? Math.floor(stored / 2) : stored;
  return Math.min(stored, limit, Math.max(FIRST_SIGNALS, fitting));
}

/** Midnight UTC (epoch ms) at which a day such as 20261120 begins. */
export const startOfDay = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));

/**
 * Removes signals but for the newest `kept`, in whole days, with all that belongs to them, and notes that for the
 * screen. The history before them is there to be loaded again.
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
    await meta.put({ id: EVICTED, ...{ before: day, at: now } });
    const older = await meta.get(OLDER);
    if (older) await meta.put({ ...older, ...{ before: startOfDay(day), complete: false } });
  });
};

/** How full (0 to 1) what the browser grants to this site is; 0 where it does not say. */
async function fullness(): Promise<number> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return quota > 0 ? usage / quota : 0;
  } catch {
    return 0;
  }
}

/** Keeps no more signals than a member of these audiences, and this device, have room for. */
export async function enforceRetention(
  database: MemberDatabase,
  audiences: readonly Audience[],
  now: number,
): Promise<void> {
  const stored = await database.signals.count();
  if (stored <= FIRST_SIGNALS) return;
  const kept = retainedCount(stored, audiences, await fullness());
  if (kept < stored) await evict(database, kept, now);
}

/** Gives up the older half of the signals: the browser has no room left for something that is worth more. */
export async function makeRoom(database: MemberDatabase): Promise<void> {
  const stored = await database.signals.count();
  await evict(database, Math.max(FIRST_SIGNALS, Math.floor(stored / 2)), Date.now());
}

/** What was last removed to save room, until its member has seen it; null where nothing was. */
export const readEviction = async ({ meta }: MemberDatabase): Promise<Eviction | null> =>
  evictionSchema.safeParse(await meta.get(EVICTED)).data ?? null;

/** Notes that the member has seen it. */
export const dismissEviction = async ({ meta }: MemberDatabase): Promise<void> => {
  await meta.delete(EVICTED);
};
