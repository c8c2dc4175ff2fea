import type { Signal } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { readSignals, type ReceivedSignal, type RowTable, storeDigests } from './digests';

/** Key of the row of `meta` with the cursor: how far the stored signals are complete. */
export const CURSOR_ROW = 'cursor';

/** The audiences of the stored signals, and the newest change (epoch ms) received of them. */
export const cursorSchema = z.object({ audiences: z.string(), updatedAt: z.nullable(z.number()) });

/** Key of the row of `meta` that says up to when the member has seen the signals. */
export const SEEN_ROW = 'seen';

/** `at`: createdAt (epoch ms) of the newest signal on the device when the member last looked. */
export const seenSchema = z.object({ at: z.number() });

/** Arrival of signals: when (epoch ms, server clock), and whether through the open stream. */
export interface Arrival {
  readonly receivedAt: number;
  readonly live: boolean;
}

/** All that is sealed of a signal: two with the same have the same commitment. */
const sealedText = ({ id, pair, direction, salt, ...signal }: Signal): string => {
  const { strategy, audience, source, calibration } = signal;
  const { entryPrice, worstPrice, confidence, firstEntry } = signal;
  const odds = [confidence, firstEntry].map(({ value, low, high }) => [value, low, high]);
  const words = [id, pair, direction, salt, strategy, audience, source, calibration];
  return JSON.stringify([words, entryPrice, worstPrice, odds]);
};

/** Whether a signal is as committed to: the worker, whose pushes carry no commitment, leaves that to the pages. */
type IsSealed = (signal: Signal) => boolean;

/**
 * Whether a signal, now that it is revealed, is another than was sealed: than this device received before its outcome
 * was known, or than the commitment that it carries.
 */
function differsFromSeal(
  signal: Signal,
  stored: ReceivedSignal | undefined,
  isSealed: IsSealed,
): boolean {
  if (stored?.differs) return true;
  if (!signal.settlement) return false;
  const before = stored?.settlement === null ? stored : null;
  return !isSealed(signal) || (before !== null && sealedText(before) !== sealedText(signal));
}

/** A signal as this device stores it, with the arrival of its first version. */
export function rowOf(
  signal: Signal,
  stored: ReceivedSignal | undefined,
  arrival: Arrival,
  isSealed: IsSealed,
): ReceivedSignal {
  const { receivedAt, live } = stored ?? arrival;
  const row = { ...signal, receivedAt, live };
  return differsFromSeal(signal, stored, isSealed) ? { ...row, differs: true } : row;
}

/** Fields that a signal's later versions keep, and that a push has no room for. */
const LEFT_OUT_OF_PUSHES = ['moves', 'commitment'] as const;

/** Whether the stored signal is as new, and lacks nothing. */
const isAsGood = (stored: ReceivedSignal, signal: Signal): boolean =>
  stored.updatedAt > signal.updatedAt ||
  (stored.updatedAt === signal.updatedAt &&
    LEFT_OUT_OF_PUSHES.every(
      (field) => stored[field] !== undefined || signal[field] === undefined,
    ));

/** The row to write; none if the stored one is as new. */
function merged(
  signal: Signal,
  stored: ReceivedSignal | undefined,
  arrival: Arrival,
  isSealed: IsSealed,
) {
  if (stored && isAsGood(stored, signal)) return [];
  return [rowOf(signal, stored, arrival, isSealed)];
}

/**
 * Stores those signals that are newer than the stored ones, with their digests. To be called in a transaction that may
 * write both, by page and service worker alike.
 * @returns how many were stored
 */
export async function mergeSignals(
  { signals, digests }: { readonly signals: RowTable; readonly digests: RowTable },
  fresh: readonly Signal[],
  arrival: Arrival,
  isSealed: IsSealed,
): Promise<number> {
  const found = await signals.bulkGet(fresh.map(({ id }) => id));
  const stored = new Map(readSignals(found).map((signal) => [signal.id, signal]));
  const changed = fresh.flatMap((signal) =>
    merged(signal, stored.get(signal.id), arrival, isSealed),
  );
  await signals.bulkPut(changed);
  await storeDigests(digests, changed);
  return changed.length;
}
