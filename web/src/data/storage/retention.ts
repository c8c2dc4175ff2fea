import type { Audience } from '@quantalgo/contracts/signals/signal';
import { forgetScreens } from '../core/firstPaint';
import type { MemberDatabase } from './database';
import { readSignals, renewDigests } from './digests';
import { evict, FIRST_SIGNALS } from './eviction';
import { readCursor, signalTables, writeCursor } from './signalTable';

/** Most signals stored on a device: more than half a year of the basic ones, ten weeks of all. */
const KEPT_BASIC = 6000;
const KEPT_ALL = 20_000;
/** If more than this share of the browser's storage is used, half of the signals are removed. */
const NEARLY_FULL = 0.8;

/**
 * How many of the `stored` signals remain for a member of these audiences if `share` (0 to 1) of the storage is used.
 */
export function retainedCount(
  stored: number,
  audiences: readonly Audience[],
  share: number,
): number {
  const limit = audiences.includes('order-flow') ? KEPT_ALL : KEPT_BASIC;
  const fitting = share > NEARLY_FULL ? Math.floor(stored / 2) : stored;
  return Math.min(stored, limit, Math.max(FIRST_SIGNALS, fitting));
}

/** Used share (0 to 1) of the site's storage quota; 0 if the browser doesn't report it. */
async function fullness(): Promise<number> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return quota > 0 ? usage / quota : 0;
  } catch {
    return 0;
  }
}

/** Removes signals beyond the limits for these audiences and this device. */
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

/**
 * Removes unreadable rows, which another version may have left, and restarts the catch-up, which fetches their signals
 * again. Reads hundreds of rows: not to be waited for.
 * @returns whether there were any
 */
export const dropUnreadable = (database: MemberDatabase): Promise<boolean> =>
  database.transaction('rw', signalTables(database), async () => {
    const { signals } = database;
    const rows = await signals.orderBy('createdAt').reverse().limit(FIRST_SIGNALS).toArray();
    const readable = new Set(readSignals(rows).map(({ id }) => id));
    const broken = rows.map(({ id }) => id).filter((id) => !readable.has(id));
    const cursor = await readCursor(database);
    if (broken.length === 0 || !cursor) return false;
    forgetScreens();
    await signals.bulkDelete(broken);
    await renewDigests(signals, database.digests);
    await writeCursor(database, { ...cursor, updatedAt: null });
    return true;
  });
