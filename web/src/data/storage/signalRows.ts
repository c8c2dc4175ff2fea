import type { Signal } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import type { RowTable } from '../database/plain';
import { readSignals, type ReceivedSignal, storeDigests } from './digests';

export const CURSOR_ROW = 'cursor';

/** `updatedAt`: newest change received (epoch ms). */
export const cursorSchema = z.object({ audiences: z.string(), updatedAt: z.nullable(z.number()) });

export const SEEN_ROW = 'seen';

/** `at`: `createdAt` (epoch ms) of the newest signal at the member's last visit. */
export const seenSchema = z.object({ at: z.number() });

/** `receivedAt`: epoch ms, server clock. `live`: through the open stream. */
export interface Arrival {
  readonly receivedAt: number;
  readonly live: boolean;
}

/** Formats the sealed fields. Equal texts have equal commitments. */
const formatSealed = ({ id, pair, direction, salt, ...signal }: Signal): string => {
  const { strategy, audience, source, calibration } = signal;
  const { entryPrice, worstPrice, confidence, firstEntry } = signal;
  const odds = [confidence, firstEntry].map(({ value, low, high }) => [value, low, high]);
  const texts = [id, pair, direction, salt, strategy, audience, source, calibration];
  return JSON.stringify([texts, entryPrice, worstPrice, odds]);
};

/** Always true in the worker, because pushes have no commitment. The pages check it later. */
type IsSealed = (signal: Signal) => boolean;

/**
 * True if a revealed signal differs from its commitment, or from the version received before its
 * outcome was known.
 */
function differsFromSeal(
  signal: Signal,
  stored: ReceivedSignal | undefined,
  isSealed: IsSealed,
): boolean {
  if (stored?.differs) return true;
  if (!signal.settlement) return false;
  const prior = stored?.settlement === null ? stored : null;
  return !isSealed(signal) || (prior !== null && formatSealed(prior) !== formatSealed(signal));
}

export function toStoredRow(
  signal: Signal,
  stored: ReceivedSignal | undefined,
  arrival: Arrival,
  isSealed: IsSealed,
): ReceivedSignal {
  const { receivedAt, live } = stored ?? arrival;
  const row = { ...signal, receivedAt, live };
  return differsFromSeal(signal, stored, isSealed) ? { ...row, differs: true } : row;
}

/** Omitted because pushes are limited in size. */
const OMITTED_FROM_PUSHES = ['moves', 'restatesOdds', 'entryOdds', 'commitment'] as const;

const isUpToDate = (stored: ReceivedSignal, signal: Signal): boolean =>
  stored.updatedAt > signal.updatedAt ||
  (stored.updatedAt === signal.updatedAt &&
    OMITTED_FROM_PUSHES.every(
      (field) => stored[field] !== undefined || signal[field] === undefined,
    ));

function mergeRow(
  signal: Signal,
  stored: ReceivedSignal | undefined,
  arrival: Arrival,
  isSealed: IsSealed,
) {
  if (stored && isUpToDate(stored, signal)) return [];
  return [toStoredRow(signal, stored, arrival, isSealed)];
}

/**
 * Stores signals that are newer than the stored ones, with their digests. Call it in a transaction
 * that may write both tables. Used by pages and the service worker.
 * @returns how many were stored
 */
export async function mergeSignals(
  { signals, digests }: { readonly signals: RowTable; readonly digests: RowTable },
  fresh: readonly Signal[],
  arrival: Arrival,
  isSealed: IsSealed,
): Promise<number> {
  const rows = await signals.bulkGet(fresh.map(({ id }) => id));
  const stored = new Map(readSignals(rows).map((signal) => [signal.id, signal]));
  const changed = fresh.flatMap((signal) =>
    mergeRow(signal, stored.get(signal.id), arrival, isSealed),
  );
  await signals.bulkPut(changed);
  await storeDigests(digests, changed);
  return changed.length;
}
