import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import { deleteScreens } from '../core/firstPaint';
import {
  META_ACCESS,
  type MemberDatabase,
  TABLE_ACCESS,
  type TableAccess,
} from '../database/tables';
import { toUtcDay, readSignals, storeDigests } from './digests';
import { HISTORY_EXTENT_ROW } from './eviction';
import {
  readAudience,
  type Batch,
  readChangeTime,
  readQuarantined,
  parseQuarantined,
  type UnparsedSignal,
} from './quarantine';
import { matchesCommitment } from './sealed';
import { type Arrival, CURSOR_ROW, cursorSchema, mergeSignals } from './signalRows';

interface Cursor {
  readonly audiences: string;
  /** Newest change received (epoch ms); null before the first. */
  readonly updatedAt: number | null;
}

/** The cursor is valid only for the audiences that it was stored for. */
export const toAudiencesKey = (audiences: readonly Audience[]): string =>
  [...audiences].sort().join(' ');

export async function readCursor({ meta }: MemberDatabase): Promise<Cursor | null> {
  const parsed = cursorSchema.safeParse(await meta.get(CURSOR_ROW));
  return parsed.success ? parsed.data : null;
}

export async function writeCursor({ meta }: MemberDatabase, cursor: Cursor): Promise<void> {
  await meta.put({ id: CURSOR_ROW, ...cursor });
}

/** Rebuilds all digests. Call it in a transaction that may write them. */
export async function rebuildDigests({
  signals,
  digests,
}: Pick<MemberDatabase, 'signals' | 'digests'>): Promise<void> {
  await digests.clear();
  await storeDigests(digests, readSignals(await signals.toArray()));
}

function isAllowed(access: TableAccess, audiences: readonly Audience[]): boolean {
  if (access === 'own') return true;
  return access === 'essential' ? audiences.includes('order-flow') : audiences.length > 0;
}

const findForbidden = (
  rules: Readonly<Record<string, TableAccess>>,
  audiences: readonly Audience[],
) =>
  Object.entries(rules).flatMap(([name, access]) => (isAllowed(access, audiences) ? [] : [name]));

async function dropForbiddenRows(
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> {
  for (const name of findForbidden(TABLE_ACCESS, audiences)) await database.table(name).clear();
  await database.meta.bulkDelete(findForbidden(META_ACCESS, audiences));
}

async function dropOtherSignals(database: MemberDatabase, audiences: readonly Audience[]) {
  const { signals, quarantine, charts } = database;
  const allowed = new Set<string>(audiences);
  const rows = readSignals(await signals.toArray());
  const removedIds = rows.filter(({ audience }) => !allowed.has(audience)).map(({ id }) => id);
  await signals.bulkDelete(removedIds);
  const unparsed = readQuarantined(await quarantine.toArray());
  const retained = unparsed.filter((row) => allowed.has(readAudience(row) ?? ''));
  await quarantine.clear();
  await quarantine.bulkPut(retained);
  await rebuildDigests(database);
  if (removedIds.length > 0) await charts.bulkDelete(removedIds);
}

/**
 * Clears tables that require more access than the member has. If the audiences changed, also
 * removes other audiences' signals, and restarts the catch-up and the older history.
 */
export const pruneToAudiences = (
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> =>
  database.transaction('rw', database.tables, async () => {
    await dropForbiddenRows(database, audiences);
    const key = toAudiencesKey(audiences);
    const cursor = await readCursor(database);
    if (cursor?.audiences === key) return releaseQuarantined(database);
    deleteScreens();
    await dropOtherSignals(database, audiences);
    await database.meta.delete(HISTORY_EXTENT_ROW);
    await writeCursor(database, { audiences: key, updatedAt: null });
  });

export const getSignalTables = ({ signals, quarantine, digests, meta }: MemberDatabase) => [
  signals,
  quarantine,
  digests,
  meta,
];

async function endQuarantine({ quarantine }: MemberDatabase, fresh: readonly Signal[]) {
  const rows = readQuarantined(await quarantine.bulkGet(fresh.map(({ id }) => id)));
  const versions = new Map(fresh.map(({ id, updatedAt }) => [id, updatedAt]));
  const superseded = rows.filter(
    (row) => (readChangeTime(row) ?? 0) <= (versions.get(row.id) ?? 0),
  );
  if (superseded.length > 0) await quarantine.bulkDelete(superseded.map(({ id }) => id));
}

/** Call it in a transaction on {@link getSignalTables}. @returns true if any signal was new */
export async function putSignals(
  database: MemberDatabase,
  fresh: readonly Signal[],
  arrival: Arrival,
): Promise<boolean> {
  const isNew = (await mergeSignals(database, fresh, arrival, matchesCommitment)) > 0;
  await endQuarantine(database, fresh);
  return isNew;
}

export async function putUnparsed(
  { signals, quarantine }: MemberDatabase,
  unparsed: readonly UnparsedSignal[],
  { receivedAt, live }: Arrival,
): Promise<boolean> {
  if (unparsed.length === 0) return false;
  const ids = unparsed.map(({ id }) => id);
  const stored = [
    ...readSignals(await signals.bulkGet(ids)),
    ...readQuarantined(await quarantine.bulkGet(ids)).map((row) => ({
      id: row.id,
      updatedAt: readChangeTime(row) ?? 0,
    })),
  ];
  const isOld = (signal: UnparsedSignal) => {
    const changedAt = readChangeTime(signal) ?? Infinity;
    return stored.some(({ id, updatedAt }) => id === signal.id && updatedAt >= changedAt);
  };
  const newer = unparsed.filter((signal) => !isOld(signal));
  await quarantine.bulkPut(newer.map((signal) => ({ ...signal, receivedAt, live })));
  return newer.length > 0;
}

async function releaseQuarantined(database: MemberDatabase): Promise<void> {
  for (const row of readQuarantined(await database.quarantine.toArray())) {
    const signal = parseQuarantined(row);
    if (!signal) continue;
    await putSignals(database, [signal], row);
    await database.quarantine.delete(row.id);
  }
}

/**
 * Stores fetched signals in one transaction. Never overwrites a newer version, and stores nothing
 * if the audiences have changed. `complete`: nothing before these signals is missing, so the cursor
 * advances.
 * @param since with these signals, the device has all since then (epoch ms; 0 for all ever)
 * @returns true if anything was new
 */
export const storeSignals = (
  database: MemberDatabase,
  audiences: readonly Audience[],
  { signals, unparsed }: Batch,
  arrival: Arrival,
  complete: boolean,
  since?: number,
): Promise<boolean> =>
  database.transaction('rw', getSignalTables(database), async () => {
    const cursor = await readCursor(database);
    if (cursor?.audiences !== toAudiencesKey(audiences)) return false;
    const hasNewSignals = await putSignals(database, signals, arrival);
    const hasNewUnparsed = await putUnparsed(database, unparsed, arrival);
    const changes = [
      ...signals.map((signal) => signal.updatedAt),
      ...unparsed.map((signal) => readChangeTime(signal) ?? 0),
    ];
    const updatedAt = Math.max(cursor.updatedAt ?? 0, ...changes);
    if (since !== undefined)
      await database.meta.put({
        id: HISTORY_EXTENT_ROW,
        audiences: cursor.audiences,
        before: since,
        complete: since === 0,
      });
    if (complete && updatedAt > 0) await writeCursor(database, { ...cursor, updatedAt });
    return hasNewSignals || hasNewUnparsed;
  });

/**
 * Makes live queries on this signal run again, because the service worker wrote it without Dexie's
 * knowledge.
 */
export const touchSignal = (database: MemberDatabase, id: string): Promise<void> => {
  const { signals, digests } = database;
  return database.transaction('rw', signals, digests, async () => {
    const [signal, day] = [await signals.get(id), await digests.get(toUtcDay(id))];
    if (signal) await signals.put(signal);
    if (day) await digests.put(day);
  });
};
