import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Inventory } from '@quantalgo/contracts/record/heartbeatDocument';
import { inventoryDays } from '@quantalgo/contracts/record/inventory';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { serverNow } from '../core/clock';
import { startOfDay } from '../storage/eviction';
import { daysWithHoles, readDayBefore, repairCursor, replaceDay } from '../storage/inventory';
import { withDatabase } from '../storage/memberDatabase';
import type { Batch } from '../storage/quarantine';

/**
 * A signal and the heartbeat that counts it arrive separately: a difference counts as missing signals only after this
 * time (ms).
 */
export const SETTLE_MS = 3000;

/** Devices that find the same difference spread their requests over this time (ms). */
const SPREAD_MS = 5000;

/**
 * A day that differs even after it was fetched is fetched again after 1, 2, and then every 4 slots: a server that
 * counts wrongly must not make all devices fetch all days continually.
 */
const MAX_SLOTS = 4;

/** Start (epoch ms) of the days whose signals are compared with the server's inventory at `now` (epoch ms). */
export const comparedFrom = (now: number): number =>
  Math.min(...inventoryDays(now).map(startOfDay));

/** Inputs and callbacks of the comparison with the server's inventory. */
interface Comparison {
  readonly uid: string;
  readonly audiences: readonly Audience[];
  /** Fetches all of the server's signals of a UTC day (`20261120`). */
  readonly fetchDay: (day: string) => Promise<Batch>;
  /** Called after each comparison: whether this device stores everything that the server has. */
  readonly onCompared: (whole: boolean) => void;
  /** Called when the stored cursor was wrong and has been corrected. */
  readonly onRepaired: () => void;
  /** Random share (0 to 1) that spreads the devices' waits. */
  readonly spread: number;
  readonly closed: AbortSignal;
}

/** Compares the stored signals with the server's inventory. */
interface Completeness {
  /** Takes the newest inventory; null if the server sends none, in which case nothing can be found missing. */
  readonly told: (inventory: Inventory | null) => void;
  /** To be called when the stored signals changed. */
  readonly stored: () => void;
}

/**
 * Days that still differed after a fetch: number of failures, and the time (epoch ms) before which they aren't fetched
 * again.
 */
type Tries = Map<string, { readonly failures: number; readonly until: number }>;

const isDue = (tries: Tries, day: string): boolean => (tries.get(day)?.until ?? 0) <= serverNow();

function noteVain(tries: Tries, day: string): void {
  const failures = (tries.get(day)?.failures ?? 0) + 1;
  const slots = Math.min(2 ** (failures - 1), MAX_SLOTS);
  // Half a slot less, so that the next heartbeat finds it due.
  tries.set(day, { failures, until: serverNow() + (slots - 0.5) * SLOT_MS });
}

/** Fetches a day and replaces the stored one. */
async function fetchAnew({ uid, audiences, fetchDay, closed }: Comparison, day: string) {
  const before = await withDatabase(uid, (database) => readDayBefore(database, day));
  const batch = await fetchDay(day);
  if (closed.aborted) return;
  const arrival = { receivedAt: serverNow(), live: false };
  const fetched = { day, before, batch, audiences };
  await withDatabase(uid, (database) => replaceDay(database, fetched, arrival));
}

/**
 * Compares the stored signals with the server's inventory whenever either changes. A day that differs after the
 * settling time is fetched again; if that fails, the next heartbeat retries it.
 */
export function followCompleteness(comparison: Comparison): Completeness {
  const { uid, audiences, onCompared, onRepaired, spread, closed } = comparison;
  const tries: Tries = new Map();
  let inventory: Inventory | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  closed.addEventListener('abort', () => clearTimeout(timer));

  const holes = (told: Inventory) =>
    withDatabase(uid, (database) => daysWithHoles(database, told, audiences));
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    tries.clear();
    onCompared(true);
  };
  const compare = async () => {
    if (closed.aborted || inventory === undefined) return;
    if (inventory === null || (await holes(inventory)).length === 0) settle();
    else timer ??= setTimeout(() => next(repair), SETTLE_MS + spread * SPREAD_MS);
  };
  const repair = async () => {
    timer = undefined;
    const told = inventory;
    if (closed.aborted || !told) return;
    const days = await holes(told);
    if (days.length > 0) onCompared(false);
    const due = days.filter((day) => isDue(tries, day));
    for (const day of due) await fetchAnew(comparison, day);
    await judge(due);
  };
  const judge = async (due: readonly string[]) => {
    if (closed.aborted || !inventory) return;
    const left = await holes(inventory);
    for (const day of due) if (left.includes(day)) noteVain(tries, day);
    if (left.length > 0) return;
    settle();
    const known = Object.keys(inventory);
    const repaired = await withDatabase(uid, (database) => repairCursor(database, known));
    if (repaired && due.length > 0) onRepaired();
  };
  const next = (work: () => Promise<void>) => {
    running = running.then(work).catch(() => onCompared(false));
  };
  return {
    told: (newest) => {
      inventory = newest;
      next(compare);
    },
    stored: () => next(compare),
  };
}
