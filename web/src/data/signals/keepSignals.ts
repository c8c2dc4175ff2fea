import type { Audience, Signal } from '@quantalgo/contracts';
import type { MemberDatabase } from '../storage/database';
import { forgetScreen } from '../storage/keptScreen';
import { audiencesKey, readCursor, writeCursor } from './cursor';
import { keepDigests } from './digestTable';
import { readSignals, type ReceivedSignal } from './storedSignal';

/** How signals came: when (epoch ms, server clock), and whether through the open stream. */
export interface Arrival {
  readonly receivedAt: number;
  readonly live: boolean;
}

/** A signal keeps the arrival of its first version; null when the stored one is as new. */
function merged(signal: Signal, stored: ReceivedSignal | undefined, arrival: Arrival) {
  if (stored && stored.updatedAt >= signal.updatedAt) return [];
  const { receivedAt, live } = stored ?? arrival;
  return [{ ...signal, receivedAt, live }];
}

async function put(
  { signals, digests }: MemberDatabase,
  fresh: readonly Signal[],
  arrival: Arrival,
) {
  const found = await signals.bulkGet(fresh.map(({ id }) => id));
  const stored = new Map(readSignals(found).map((signal) => [signal.id, signal]));
  const changed = fresh.flatMap((signal) => merged(signal, stored.get(signal.id), arrival));
  if (changed.length > 0) forgetScreen();
  await signals.bulkPut(changed);
  await keepDigests(digests, changed);
}

/**
 * Stores signals that were asked for as a member of these audiences, in one transaction: by id, so that what comes twice
 * is there once, and never an older version over a newer one. `complete`: they leave no gap behind them, so the cursor
 * moves along. Nothing is stored when the store has been fitted to other audiences meanwhile.
 */
export const keepSignals = (
  database: MemberDatabase,
  audiences: readonly Audience[],
  fresh: readonly Signal[],
  arrival: Arrival,
  complete: boolean,
): Promise<void> =>
  database.transaction('rw', database.signals, database.digests, database.meta, async () => {
    const cursor = await readCursor(database);
    if (cursor?.audiences !== audiencesKey(audiences)) return;
    await put(database, fresh, arrival);
    const updatedAt = Math.max(cursor.updatedAt ?? 0, ...fresh.map((signal) => signal.updatedAt));
    if (complete && updatedAt > 0) await writeCursor(database, { ...cursor, updatedAt });
  });
