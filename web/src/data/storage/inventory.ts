import type { Inventory } from '@quantalgo/contracts/record/heartbeatDocument';
import {
  findDifferingDays,
  buildInventory,
  type HashedFields,
} from '@quantalgo/contracts/record/inventory';
import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import type { MemberDatabase } from '../database/tables';
import { deleteScreens } from '../core/firstPaint';
import { readSignals, storeDigests } from './digests';
import {
  readAudience,
  type Batch,
  readChangeTime,
  readHashedFields,
  readQuarantined,
} from './quarantine';
import { matchesCommitment } from './sealed';
import { type Arrival, toStoredRow } from './signalRows';
import {
  toAudiencesKey,
  putSignals,
  putUnparsed,
  readCursor,
  getSignalTables,
  writeCursor,
} from './signalTable';

type StoredVersion = HashedFields & { readonly audience: string };

const selectDay = (table: MemberDatabase['signals'], day: string) =>
  table.where('id').between(`${day}T`, `${day}U`);

/** Replaces signals with their newer versions in quarantine. */
async function readDaySignals(
  { signals, quarantine }: MemberDatabase,
  day: string,
): Promise<StoredVersion[]> {
  const versions = new Map<string, StoredVersion>();
  for (const signal of readSignals(await selectDay(signals, day).toArray()))
    versions.set(signal.id, signal);
  for (const row of readQuarantined(await selectDay(quarantine, day).toArray())) {
    const marked = readHashedFields(row);
    if (marked) versions.set(row.id, { ...marked, audience: readAudience(row) ?? '' });
    else versions.delete(row.id);
  }
  return [...versions.values()];
}

export async function findDaysWithHoles(
  database: MemberDatabase,
  inventory: Inventory,
  audiences: readonly Audience[],
): Promise<string[]> {
  const days = Object.keys(inventory);
  const versionsByDay = await Promise.all(days.map((day) => readDaySignals(database, day)));
  return findDifferingDays(inventory, buildInventory(days, versionsByDay.flat()), audiences);
}

type DaySnapshot = ReadonlyMap<string, string>;

async function readRowTexts({ signals, quarantine }: MemberDatabase, day: string) {
  const texts = new Map<string, string>();
  for (const table of [signals, quarantine])
    for (const row of await selectDay(table, day).toArray())
      texts.set(row.id, `${texts.get(row.id) ?? ''}${JSON.stringify(row)}`);
  return texts;
}

export const readDaySnapshot = (database: MemberDatabase, day: string): Promise<DaySnapshot> =>
  readRowTexts(database, day);

async function replaceRows(
  { signals, quarantine, charts }: MemberDatabase,
  staleIds: readonly string[],
  fresh: readonly Signal[],
  arrival: Arrival,
): Promise<void> {
  const stored = readSignals(await signals.bulkGet([...staleIds]));
  const byId = new Map(stored.map((signal) => [signal.id, signal]));
  for (const table of [signals, quarantine]) await table.bulkDelete([...staleIds]);
  const ids = new Set(fresh.map(({ id }) => id));
  await charts.bulkDelete(staleIds.filter((id) => !ids.has(id)));
  await signals.bulkPut(
    fresh.map((signal) => toStoredRow(signal, byId.get(signal.id), arrival, matchesCommitment)),
  );
}

/** Epoch ms; 0 if there are none. */
async function findNewestChange(
  database: MemberDatabase,
  days: readonly string[],
): Promise<number> {
  const changes = [0];
  for (const day of days) {
    const stored = readSignals(await selectDay(database.signals, day).toArray());
    const unparsed = readQuarantined(await selectDay(database.quarantine, day).toArray());
    for (const { updatedAt } of stored) changes.push(updatedAt);
    for (const row of unparsed) changes.push(readChangeTime(row) ?? 0);
  }
  return Math.max(...changes);
}

interface FetchedDay {
  readonly day: string;
  readonly before: DaySnapshot;
  readonly batch: Batch;
  readonly audiences: readonly Audience[];
}

/**
 * Replaces the stored day with the server's. Retains signals that arrived another way during the
 * fetch.
 */
export const replaceDay = (
  database: MemberDatabase,
  { day, before, batch, audiences }: FetchedDay,
  arrival: Arrival,
): Promise<void> =>
  database.transaction('rw', [...getSignalTables(database), database.charts], async () => {
    if ((await readCursor(database))?.audiences !== toAudiencesKey(audiences)) return;
    const texts = await readRowTexts(database, day);
    const changedIds = new Set(
      [...texts].flatMap(([id, text]) => (before.get(id) === text ? [] : id)),
    );
    const unchangedIds = [...texts.keys()].filter((id) => !changedIds.has(id));
    const hasChanged = ({ id }: { readonly id: string }) => changedIds.has(id);
    const fresh = batch.signals.filter((signal) => !hasChanged(signal));
    await replaceRows(database, unchangedIds, fresh, arrival);
    await putSignals(database, batch.signals.filter(hasChanged), arrival);
    await putUnparsed(database, batch.unparsed, arrival);
    await database.digests.delete(day);
    await storeDigests(
      database.digests,
      readSignals(await selectDay(database.signals, day).toArray()),
    );
    const freshIds = new Set(fresh.map(({ id }) => id));
    if (unchangedIds.some((id) => !freshIds.has(id))) deleteScreens();
  });

/**
 * Moves the cursor back if it is ahead of all signals of these days, which are complete. Otherwise
 * it would skip later changes.
 * @returns true if the cursor was moved
 */
export const repairCursor = (database: MemberDatabase, days: readonly string[]): Promise<boolean> =>
  database.transaction('rw', getSignalTables(database), async () => {
    const [cursor, newest] = [await readCursor(database), await findNewestChange(database, days)];
    if (!cursor || newest === 0 || (cursor.updatedAt ?? 0) <= newest) return false;
    await writeCursor(database, { ...cursor, updatedAt: newest });
    return true;
  });
