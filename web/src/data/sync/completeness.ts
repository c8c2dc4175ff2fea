import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Inventory } from '@quantalgo/contracts/record/heartbeatDocument';
import { listInventoryDays } from '@quantalgo/contracts/record/inventory';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { serverNow } from '../core/clock';
import { startOfDay } from '../storage/eviction';
import { findDaysWithHoles, readDaySnapshot, repairCursor, replaceDay } from '../storage/inventory';
import { withDatabase } from '../storage/memberDatabase';
import type { Batch } from '../storage/quarantine';

/**
 * A signal and the heartbeat that counts it arrive separately, so differences count only after this
 * delay.
 */
export const SETTLE_DELAY_MS = 3000;

const MAX_JITTER_MS = 5000;

/**
 * A day that still differs is refetched after 1, 2, then every 4 slots, so that a miscounting
 * server doesn't make all devices refetch continually.
 */
const MAX_RETRY_SLOTS = 4;

/** Epoch ms. */
export const getComparisonStart = (now: number): number =>
  Math.min(...listInventoryDays(now).map(startOfDay));

interface Comparison {
  readonly uid: string;
  readonly audiences: readonly Audience[];
  /** `day`: UTC, `20261120`. */
  readonly fetchDay: (day: string) => Promise<Batch>;
  readonly onCompared: (whole: boolean) => void;
  readonly onRepaired: () => void;
  readonly jitter: number;
  readonly closed: AbortSignal;
}

interface Completeness {
  /** Null if the server sends no inventory. Then nothing counts as missing. */
  readonly receive: (inventory: Inventory | null) => void;
  readonly stored: () => void;
}

/** Failed fetches by day. A day isn't retried before `until` (epoch ms). */
type FailedFetches = Map<string, { readonly failures: number; readonly until: number }>;

const isDue = (failedFetches: FailedFetches, day: string): boolean =>
  (failedFetches.get(day)?.until ?? 0) <= serverNow();

function recordFailedFetch(failedFetches: FailedFetches, day: string): void {
  const failures = (failedFetches.get(day)?.failures ?? 0) + 1;
  const slots = Math.min(2 ** (failures - 1), MAX_RETRY_SLOTS);
  // Half a slot early, so that the day is due at the next heartbeat.
  failedFetches.set(day, { failures, until: serverNow() + (slots - 0.5) * SLOT_MS });
}

async function refetchDay({ uid, audiences, fetchDay, closed }: Comparison, day: string) {
  const before = await withDatabase(uid, (database) => readDaySnapshot(database, day));
  const batch = await fetchDay(day);
  if (closed.aborted) return;
  const arrival = { receivedAt: serverNow(), live: false };
  const fetched = { day, before, batch, audiences };
  await withDatabase(uid, (database) => replaceDay(database, fetched, arrival));
}

/**
 * Compares the stored signals with the server's inventory whenever either changes. Days that differ
 * after {@link SETTLE_DELAY_MS} are fetched again.
 */
export function monitorCompleteness(comparison: Comparison): Completeness {
  const { uid, audiences, onCompared, onRepaired, jitter, closed } = comparison;
  const failedFetches: FailedFetches = new Map();
  let inventory: Inventory | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();
  closed.addEventListener('abort', () => clearTimeout(timer));

  const findHoles = (expected: Inventory) =>
    withDatabase(uid, (database) => findDaysWithHoles(database, expected, audiences));
  const markComplete = () => {
    clearTimeout(timer);
    timer = undefined;
    failedFetches.clear();
    onCompared(true);
  };
  const compare = async () => {
    if (closed.aborted || inventory === undefined) return;
    if (inventory === null || (await findHoles(inventory)).length === 0) markComplete();
    else timer ??= setTimeout(() => enqueue(repair), SETTLE_DELAY_MS + jitter * MAX_JITTER_MS);
  };
  const repair = async () => {
    timer = undefined;
    const expected = inventory;
    if (closed.aborted || !expected) return;
    const days = await findHoles(expected);
    if (days.length > 0) onCompared(false);
    const due = days.filter((day) => isDue(failedFetches, day));
    for (const day of due) await refetchDay(comparison, day);
    await checkRefetched(due);
  };
  const checkRefetched = async (due: readonly string[]) => {
    if (closed.aborted || !inventory) return;
    const remaining = await findHoles(inventory);
    for (const day of due) if (remaining.includes(day)) recordFailedFetch(failedFetches, day);
    if (remaining.length > 0) return;
    markComplete();
    const inventoryDays = Object.keys(inventory);
    const repaired = await withDatabase(uid, (database) => repairCursor(database, inventoryDays));
    if (repaired && due.length > 0) onRepaired();
  };
  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch(() => onCompared(false));
  };
  return {
    receive: (newest) => {
      inventory = newest;
      enqueue(compare);
    },
    stored: () => enqueue(compare),
  };
}
