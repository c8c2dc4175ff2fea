import type { Inventory } from '@quantalgo/contracts/record/heartbeatDocument';
import { differingDays, inventoryOf, type Marked } from '@quantalgo/contracts/record/inventory';
import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import type { MemberDatabase } from './database';
import { forgetScreens } from '../core/firstPaint';
import { readSignals, storeDigests } from './digests';
import { audienceIn, type Batch, changedAt, markedOf, readQuarantined } from './quarantine';
import { matchesCommitment } from './sealed';
import { type Arrival, rowOf } from './signalRows';
import {
  audiencesKey,
  putSignals,
  putUnread,
  readCursor,
  signalTables,
  writeCursor,
} from './signalTable';

type StoredVersion = Marked & { readonly audience: string };

const within = (table: MemberDatabase['signals'], day: string) =>
  table.where('id').between(`${day}T`, `${day}U`);

/** The stored signals of a day; for a signal whose newest version is in quarantine, that version. */
async function heldOf(
  { signals, quarantine }: MemberDatabase,
  day: string,
): Promise<StoredVersion[]> {
  const held = new Map<string, StoredVersion>();
  for (const signal of readSignals(await within(signals, day).toArray()))
    held.set(signal.id, signal);
  for (const row of readQuarantined(await within(quarantine, day).toArray())) {
    const marked = markedOf(row);
    if (marked) held.set(row.id, { ...marked, audience: audienceIn(row) ?? '' });
    else held.delete(row.id);
  }
  return [...held.values()];
}

/** The days of an inventory for which this device doesn't store exactly what these audiences receive. */
export async function daysWithHoles(
  database: MemberDatabase,
  told: Inventory,
  audiences: readonly Audience[],
): Promise<string[]> {
  const days = Object.keys(told);
  const held = await Promise.all(days.map((day) => heldOf(database, day)));
  return differingDays(told, inventoryOf(days, held.flat()), audiences);
}

/** The rows of a day before it was fetched, which show later which have changed meanwhile. */
type DayBefore = ReadonlyMap<string, string>;

/** The stored rows of a day by id, each as text, which differs once the row was changed. */
async function textsOf({ signals, quarantine }: MemberDatabase, day: string) {
  const texts = new Map<string, string>();
  for (const table of [signals, quarantine])
    for (const row of await within(table, day).toArray())
      texts.set(row.id, `${texts.get(row.id) ?? ''}${JSON.stringify(row)}`);
  return texts;
}

/** To be called before a day is fetched. */
export const readDayBefore = (database: MemberDatabase, day: string): Promise<DayBefore> =>
  textsOf(database, day);

/** Replaces a day's signals; each keeps the arrival of its first version. */
async function replaceRows(
  { signals, quarantine, charts }: MemberDatabase,
  untouched: readonly string[],
  fresh: readonly Signal[],
  arrival: Arrival,
): Promise<void> {
  const before = readSignals(await signals.bulkGet([...untouched]));
  const arrivals = new Map(before.map((signal) => [signal.id, signal]));
  for (const table of [signals, quarantine]) await table.bulkDelete([...untouched]);
  const ids = new Set(fresh.map(({ id }) => id));
  await charts.bulkDelete(untouched.filter((id) => !ids.has(id)));
  await signals.bulkPut(
    fresh.map((signal) => rowOf(signal, arrivals.get(signal.id), arrival, matchesCommitment)),
  );
}

/** The newest change (epoch ms) among the stored signals of these days; 0 if there are none. */
async function newestChange(database: MemberDatabase, days: readonly string[]): Promise<number> {
  const changes = [0];
  for (const day of days) {
    const stored = readSignals(await within(database.signals, day).toArray());
    const unread = readQuarantined(await within(database.quarantine, day).toArray());
    for (const { updatedAt } of stored) changes.push(updatedAt);
    for (const row of unread) changes.push(changedAt(row) ?? 0);
  }
  return Math.max(...changes);
}

/** A day from the server, fetched for these audiences while `before` was stored. */
interface FetchedDay {
  readonly day: string;
  readonly before: DayBefore;
  readonly batch: Batch;
  readonly audiences: readonly Audience[];
}

/**
 * Replaces the stored day by the server's: adds missing signals, replaces different ones and removes extra ones, except
 * those that arrived another way during the fetch.
 */
export const replaceDay = (
  database: MemberDatabase,
  { day, before, batch, audiences }: FetchedDay,
  arrival: Arrival,
): Promise<void> =>
  database.transaction('rw', [...signalTables(database), database.charts], async () => {
    if ((await readCursor(database))?.audiences !== audiencesKey(audiences)) return;
    const now = await textsOf(database, day);
    const touched = new Set([...now].flatMap(([id, text]) => (before.get(id) === text ? [] : id)));
    const untouched = [...now.keys()].filter((id) => !touched.has(id));
    const isTouched = ({ id }: { readonly id: string }) => touched.has(id);
    const fresh = batch.signals.filter((signal) => !isTouched(signal));
    await replaceRows(database, untouched, fresh, arrival);
    await putSignals(database, batch.signals.filter(isTouched), arrival);
    await putUnread(database, batch.unread, arrival);
    await database.digests.delete(day);
    await storeDigests(
      database.digests,
      readSignals(await within(database.signals, day).toArray()),
    );
    const kept = new Set(fresh.map(({ id }) => id));
    if (untouched.some((id) => !kept.has(id))) forgetScreens();
  });

/**
 * Moves the cursor back if it is ahead of all signals of these days, which are whole: it would skip later changes.
 * @returns whether it was
 */
export const repairCursor = (database: MemberDatabase, days: readonly string[]): Promise<boolean> =>
  database.transaction('rw', signalTables(database), async () => {
    const [cursor, newest] = [await readCursor(database), await newestChange(database, days)];
    if (!cursor || newest === 0 || (cursor.updatedAt ?? 0) <= newest) return false;
    await writeCursor(database, { ...cursor, updatedAt: newest });
    return true;
  });
