import type { Audience } from '@quantalgo/contracts/signals/signal';
import { deleteScreens } from '../core/firstPaint';
import type { MemberDatabase } from '../database/tables';
import { readSignals } from './digests';
import { evictOldSignals, INITIAL_SIGNAL_COUNT } from './eviction';
import { getSignalTables, readCursor, rebuildDigests, writeCursor } from './signalTable';

/** Enough for half a year of Basic signals, or ten weeks of all signals. */
const MAX_BASIC_SIGNALS = 6000;
const MAX_SIGNALS = 20_000;
/** Half of the signals are removed if more than this share of the browser's quota is used. */
const MAX_USED_SHARE = 0.8;

/** How many of the `stored` signals to retain. `share`: used storage, 0 to 1. */
export function countRetained(
  stored: number,
  audiences: readonly Audience[],
  share: number,
): number {
  const limit = audiences.includes('order-flow') ? MAX_SIGNALS : MAX_BASIC_SIGNALS;
  const fitting = share > MAX_USED_SHARE ? Math.floor(stored / 2) : stored;
  return Math.min(stored, limit, Math.max(INITIAL_SIGNAL_COUNT, fitting));
}

/** Used share (0 to 1) of the storage quota; 0 if the browser doesn't report it. */
async function estimateUsedShare(): Promise<number> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return quota > 0 ? usage / quota : 0;
  } catch {
    return 0;
  }
}

export async function enforceRetention(
  database: MemberDatabase,
  audiences: readonly Audience[],
  now: number,
): Promise<void> {
  const stored = await database.signals.count();
  if (stored <= INITIAL_SIGNAL_COUNT) return;
  const retained = countRetained(stored, audiences, await estimateUsedShare());
  if (retained < stored) await evictOldSignals(database, retained, now);
}

/**
 * Removes unreadable rows and restarts the catch-up, which fetches their signals again. Slow,
 * because it reads hundreds of rows.
 * @returns true if there were any
 */
export const dropUnreadable = (database: MemberDatabase): Promise<boolean> =>
  database.transaction('rw', getSignalTables(database), async () => {
    const { signals } = database;
    const rows = await signals.orderBy('createdAt').reverse().limit(INITIAL_SIGNAL_COUNT).toArray();
    const readable = new Set(readSignals(rows).map(({ id }) => id));
    const broken = rows.map(({ id }) => id).filter((id) => !readable.has(id));
    const cursor = await readCursor(database);
    if (broken.length === 0 || !cursor) return false;
    deleteScreens();
    await signals.bulkDelete(broken);
    await rebuildDigests(database);
    await writeCursor(database, { ...cursor, updatedAt: null });
    return true;
  });
