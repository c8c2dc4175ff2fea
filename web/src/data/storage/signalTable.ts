import type { Audience, Signal } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { forgetScreen } from '../core/firstPaint';
import { type MemberDatabase, TABLE_ACCESS, type TableAccess } from './database';
import { readSignals, type ReceivedSignal, renewDigests, storeDigests } from './digests';
import { FIRST_SIGNALS } from './retention';

const CURSOR_ROW = 'cursor';

const cursorSchema = z.object({ audiences: z.string(), updatedAt: z.nullable(z.number()) });

/** How far the stored signals of these audiences are complete. */
export interface Cursor {
  readonly audiences: string;
  /** `updatedAt` (epoch ms) of the newest change received; null before the first. */
  readonly updatedAt: number | null;
}

/** Names a set of audiences: signals of one set say nothing of how complete another is. */
export const audiencesKey = (audiences: readonly Audience[]): string =>
  [...audiences].sort().join(' ');

/** Where the next catch-up begins; null where nothing was stored yet. */
export async function readCursor({ meta }: MemberDatabase): Promise<Cursor | null> {
  const parsed = cursorSchema.safeParse(await meta.get(CURSOR_ROW));
  return parsed.success ? parsed.data : null;
}

/** Keeps it. To be called in the transaction that writes the signals it tells of. */
async function writeCursor({ meta }: MemberDatabase, cursor: Cursor): Promise<void> {
  await meta.put({ id: CURSOR_ROW, ...cursor });
}

/** Removes rows that no schema can read, as another version may have left: their signals are fetched again. */
async function dropUnreadable({ signals }: MemberDatabase): Promise<boolean> {
  const rows = await signals.orderBy('createdAt').reverse().limit(FIRST_SIGNALS).toArray();
  const readable = new Set(readSignals(rows).map(({ id }) => id));
  const broken = rows.map(({ id }) => id).filter((id) => !readable.has(id));
  await signals.bulkDelete(broken);
  return broken.length > 0;
}

/** True where rows that need this may lie on the device of a member who receives these audiences. */
function mayHold(access: TableAccess, audiences: readonly Audience[]): boolean {
  if (access === 'own') return true;
  return access === 'essential' ? audiences.includes('order-flow') : audiences.length > 0;
}

/** Empties every table that needs more than the member may have now. */
const dropTables = (database: MemberDatabase, audiences: readonly Audience[]) =>
  Promise.all(
    Object.entries(TABLE_ACCESS).map(async ([name, access]) => {
      if (!mayHold(access, audiences)) await database.table(name).clear();
    }),
  );

/** Removes signals of other audiences, with what else tells of them. */
async function dropOtherSignals(database: MemberDatabase, audiences: readonly Audience[]) {
  const { signals, digests, charts } = database;
  const allowed = new Set<string>(audiences);
  const rows = readSignals(await signals.toArray());
  const gone = rows.filter(({ audience }) => !allowed.has(audience)).map(({ id }) => id);
  await signals.bulkDelete(gone);
  await renewDigests(signals, digests);
  if (gone.length > 0) await charts.bulkDelete(gone);
}

/**
 * Makes the store fit what the member may receive now: tables that need more are emptied, signals of other audiences
 * removed, and where the audiences are not those of the last time the catch-up begins anew.
 */
export const fitAudiences = (
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> =>
  database.transaction('rw', database.tables, async () => {
    const key = audiencesKey(audiences);
    const cursor = await readCursor(database);
    const mended = await dropUnreadable(database);
    if (cursor?.audiences === key && !mended) return;
    forgetScreen();
    await dropTables(database, audiences);
    await dropOtherSignals(database, audiences);
    await writeCursor(database, { audiences: key, updatedAt: null });
  });

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
  await storeDigests(digests, changed);
}

/**
 * Stores signals that were asked for as a member of these audiences, in one transaction: by id, so that what comes twice
 * is there once, and never an older version over a newer one. `complete`: they leave no gap behind them, so the cursor
 * moves along. Nothing is stored when the store has been fitted to other audiences meanwhile.
 */
export const storeSignals = (
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
