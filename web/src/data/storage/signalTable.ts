import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import { forgetScreens } from '../core/firstPaint';
import type { MemberDatabase } from './database';
import { dayOfId, readSignals, renewDigests } from './digests';
import { OLDER_ROW } from './eviction';
import {
  audienceIn,
  type Batch,
  changedAt,
  readQuarantined,
  reread,
  type UnreadSignal,
} from './quarantine';
import { matchesCommitment } from './sealed';
import { dropTables } from './tableAccess';
import { type Arrival, CURSOR_ROW, cursorSchema, mergeSignals } from './signalRows';

/** How far the stored signals of these audiences are complete. */
interface Cursor {
  readonly audiences: string;
  /** `updatedAt` (epoch ms) of the newest change received; null before the first. */
  readonly updatedAt: number | null;
}

/** Key of a set of audiences: signals of one set don't show how complete another is. */
export const audiencesKey = (audiences: readonly Audience[]): string =>
  [...audiences].sort().join(' ');

/** The cursor, from which the next catch-up starts; null if nothing was stored yet. */
export async function readCursor({ meta }: MemberDatabase): Promise<Cursor | null> {
  const parsed = cursorSchema.safeParse(await meta.get(CURSOR_ROW));
  return parsed.success ? parsed.data : null;
}

/** Stores the cursor. To be called in the transaction that writes its signals. */
export async function writeCursor({ meta }: MemberDatabase, cursor: Cursor): Promise<void> {
  await meta.put({ id: CURSOR_ROW, ...cursor });
}

/** Removes signals of other audiences, with their digests and charts, and unread ones whose audience can't be read. */
async function dropOtherSignals(database: MemberDatabase, audiences: readonly Audience[]) {
  const { signals, quarantine, digests, charts } = database;
  const allowed = new Set<string>(audiences);
  const rows = readSignals(await signals.toArray());
  const gone = rows.filter(({ audience }) => !allowed.has(audience)).map(({ id }) => id);
  await signals.bulkDelete(gone);
  const unread = readQuarantined(await quarantine.toArray());
  const kept = unread.filter((row) => allowed.has(audienceIn(row) ?? ''));
  await quarantine.clear();
  await quarantine.bulkPut(kept);
  await renewDigests(signals, digests);
  if (gone.length > 0) await charts.bulkDelete(gone);
}

/**
 * Fits the store to the member's present access: clears tables that require more, also those that a tab of an older build
 * doesn't know; if the audiences have changed, removes signals of others and restarts the catch-up and the older history.
 */
export const pruneToAudiences = (
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> =>
  database.transaction('rw', database.tables, async () => {
    await dropTables(database, audiences);
    const key = audiencesKey(audiences);
    const cursor = await readCursor(database);
    if (cursor?.audiences === key) return releaseQuarantined(database);
    forgetScreens();
    await dropOtherSignals(database, audiences);
    await database.meta.delete(OLDER_ROW);
    await writeCursor(database, { audiences: key, updatedAt: null });
  });

/** The tables that change with signals. */
export const signalTables = ({ signals, quarantine, digests, meta }: MemberDatabase) => [
  signals,
  quarantine,
  digests,
  meta,
];

/** Removes signals from the quarantine that arrived in a readable version which is not older. */
async function endQuarantine({ quarantine }: MemberDatabase, fresh: readonly Signal[]) {
  const rows = readQuarantined(await quarantine.bulkGet(fresh.map(({ id }) => id)));
  const versions = new Map(fresh.map(({ id, updatedAt }) => [id, updatedAt]));
  const over = rows.filter((row) => (changedAt(row) ?? 0) <= (versions.get(row.id) ?? 0));
  if (over.length > 0) await quarantine.bulkDelete(over.map(({ id }) => id));
}

/**
 * Merges signals into the stored ones. To be called in a transaction on {@link signalTables}.
 * @returns whether any was new
 */
export async function putSignals(
  database: MemberDatabase,
  fresh: readonly Signal[],
  arrival: Arrival,
): Promise<boolean> {
  const isNew = (await mergeSignals(database, fresh, arrival, matchesCommitment)) > 0;
  await endQuarantine(database, fresh);
  return isNew;
}

/** Puts unreadable signals into the quarantine if they are newer than the stored versions. @returns whether any was */
export async function putUnread(
  { signals, quarantine }: MemberDatabase,
  unread: readonly UnreadSignal[],
  { receivedAt, live }: Arrival,
): Promise<boolean> {
  if (unread.length === 0) return false;
  const ids = unread.map(({ id }) => id);
  const known = [
    ...readSignals(await signals.bulkGet(ids)),
    ...readQuarantined(await quarantine.bulkGet(ids)).map((row) => ({
      id: row.id,
      updatedAt: changedAt(row) ?? 0,
    })),
  ];
  const isOld = (one: UnreadSignal) => {
    const at = changedAt(one) ?? Infinity;
    return known.some(({ id, updatedAt }) => id === one.id && updatedAt >= at);
  };
  const kept = unread.filter((one) => !isOld(one));
  await quarantine.bulkPut(kept.map((one) => ({ ...one, receivedAt, live })));
  return kept.length > 0;
}

/** Reads quarantined signals again, and stores those that this build can read. */
async function releaseQuarantined(database: MemberDatabase): Promise<void> {
  for (const row of readQuarantined(await database.quarantine.toArray())) {
    const signal = reread(row);
    if (!signal) continue;
    await putSignals(database, [signal], row);
    await database.quarantine.delete(row.id);
  }
}

/**
 * Stores signals that were fetched for these audiences, in one transaction, once per id, and never an older version
 * over a newer one. `complete`: nothing is missing before them, so the cursor advances; unreadable signals go to the
 * quarantine. Stores nothing if the audiences have changed meanwhile.
 * @returns whether anything was new
 */
export const storeSignals = (
  database: MemberDatabase,
  audiences: readonly Audience[],
  { signals, unread }: Batch,
  arrival: Arrival,
  complete: boolean,
): Promise<boolean> =>
  database.transaction('rw', signalTables(database), async () => {
    const cursor = await readCursor(database);
    if (cursor?.audiences !== audiencesKey(audiences)) return false;
    const isRead = await putSignals(database, signals, arrival);
    const isKept = await putUnread(database, unread, arrival);
    const changes = [
      ...signals.map((one) => one.updatedAt),
      ...unread.map((one) => changedAt(one) ?? 0),
    ];
    const updatedAt = Math.max(cursor.updatedAt ?? 0, ...changes);
    if (complete && updatedAt > 0) await writeCursor(database, { ...cursor, updatedAt });
    return isRead || isKept;
  });

/** Makes live queries on this signal run again: the service worker wrote it without Dexie's knowledge. */
export const touchSignal = (database: MemberDatabase, id: string): Promise<void> => {
  const { signals, digests } = database;
  return database.transaction('rw', signals, digests, async () => {
    const [signal, day] = [await signals.get(id), await digests.get(dayOfId(id))];
    if (signal) await signals.put(signal);
    if (day) await digests.put(day);
  });
};
