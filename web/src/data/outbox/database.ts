import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { memoizePromise } from '../core/cachedPromise';
import { getCurrentUser } from '../auth/currentSession';
import { makeRoom } from '../storage/eviction';
import { withDatabase } from '../storage/memberDatabase';
import {
  classifyTrouble,
  type DatabaseDefinition,
  openDatabase,
  type Opened,
  openStored,
} from '../database/dexie';
import { OutboxDatabase } from '../database/tables';
import { isUnsent, readRows } from './item';

/** `isPersisted`: false if the browser denies storage, so items last only until the page closes. */
type OpenedOutbox = Opened<OutboxDatabase>;

export const openedOutbox = observable<OpenedOutbox | null>(null);

/**
 * While the outbox is only in memory, how often to retry opening the stored one, which may hold
 * unsent items.
 */
const REOPEN_INTERVAL_MS = 30_000;

const sequencedSchema = z.object({ seq: z.number() });

const readSeq = (row: unknown): number => sequencedSchema.safeParse(row).data?.seq ?? 0;

export const getNextSeq = async ({ items }: OutboxDatabase): Promise<number> =>
  readSeq(await items.orderBy('seq').last()) + 1;

type Rows = ReadonlyMap<string, ReadonlyMap<string, object>>;

async function readAllRows({ tables }: OutboxDatabase): Promise<Rows> {
  const tableReads = tables.map(async (table) => {
    const keys = await table.toCollection().primaryKeys();
    const rows: unknown[] = await table.bulkGet(keys);
    const entries = rows.flatMap((row, index) =>
      typeof row === 'object' && row ? [[String(keys[index]), row] as const] : [],
    );
    return [table.name, new Map(entries)] as const;
  });
  return new Map(await Promise.all(tableReads));
}

const isSame = (row: object, other: object | undefined): boolean =>
  JSON.stringify(row) === JSON.stringify(other);

async function moveItem({ items }: OutboxDatabase, id: string, row: object, nextSeq: number) {
  const stored: unknown = await items.get(id);
  if (stored === undefined) await items.put({ id, ...row, seq: nextSeq + readSeq(row) });
  else if (readRows([stored]).items.some(isUnsent))
    await items.put({ id, ...row, seq: readSeq(stored) });
}

/**
 * Moves rows that changed in memory since `movedRows`. Deletes rows on disk that were deleted in
 * memory.
 * @returns the rows now in memory
 */
async function moveRows(from: OutboxDatabase, to: OutboxDatabase, movedRows: Rows): Promise<Rows> {
  const current = await readAllRows(from);
  await to.transaction('rw', to.tables, async () => {
    const nextSeq = await getNextSeq(to);
    for (const [name, rows] of current) {
      const table = to.table<object, string>(name);
      const previous = movedRows.get(name) ?? new Map<string, object>();
      for (const [key, row] of rows) {
        if (isSame(row, previous.get(key))) continue;
        if (name === 'items') await moveItem(to, key, row, nextSeq);
        else await table.put(row);
      }
      await table.bulkDelete([...previous.keys()].filter((key) => !rows.has(key)));
    }
  });
  return current;
}

async function replaceMemoryOutbox(storedOutbox: OpenedOutbox): Promise<void> {
  const previous = openedOutbox.get();
  if (previous?.isPersisted === true) return storedOutbox.database.close();
  const movedRows =
    previous && (await moveRows(previous.database, storedOutbox.database, new Map()));
  openedOutbox.set(storedOutbox);
  if (!previous || !movedRows) return;
  await moveRows(previous.database, storedOutbox.database, movedRows);
  previous.database.close();
}

let replacement: Promise<void> = Promise.resolve();

/**
 * Runs {@link replaceMemoryOutbox} calls one at a time. If two outboxes open late, the second call
 * finds the first already in place.
 */
const queueReplacement = (storedOutbox: OpenedOutbox): Promise<void> =>
  (replacement = replacement.catch(() => undefined).then(() => replaceMemoryOutbox(storedOutbox)));

const OUTBOX_DEFINITION: DatabaseDefinition<OutboxDatabase> = {
  make: (options) => new OutboxDatabase(options),
  // Dexie reopens it automatically.
  onClosed: () => undefined,
  onLate: (lateOutbox) => void queueReplacement(lateOutbox).catch(() => undefined),
  isReplaceable: false,
};

async function reopen(): Promise<void> {
  const outbox = await openStored(OUTBOX_DEFINITION).catch(() => null);
  if (outbox) await queueReplacement(outbox).catch(() => undefined);
  if (openedOutbox.get()?.isPersisted === false)
    setTimeout(() => void reopen(), REOPEN_INTERVAL_MS);
}

const open = memoizePromise(async () => {
  const outbox = await openDatabase(OUTBOX_DEFINITION);
  // The stored one opened late, while one in memory was being created.
  if (openedOutbox.get()?.isPersisted === true) return outbox.database.close();
  openedOutbox.set(outbox);
  if (!outbox.isPersisted) setTimeout(() => void reopen(), REOPEN_INTERVAL_MS);
});

export async function openOutbox(): Promise<OpenedOutbox> {
  await open();
  const outbox = openedOutbox.get();
  if (!outbox) throw new Error('The outbox is not open');
  return outbox;
}

async function evictSignals(): Promise<void> {
  const uid = getCurrentUser()?.id;
  if (uid !== undefined) await withDatabase(uid, makeRoom);
}

/**
 * Runs `work`, and retries it once: on a new connection if the system closed the old one, or after
 * making room if the storage was full. Never deletes the outbox to repair its database.
 * @throws the second failure of `work`
 */
export async function withOutbox<T>(
  work: (database: OutboxDatabase, isPersisted: boolean) => Promise<T>,
): Promise<T> {
  const { database, isPersisted } = await openOutbox();
  try {
    return await work(database, isPersisted);
  } catch (error) {
    const trouble = classifyTrouble(error);
    if (trouble === 'full') await evictSignals();
    else if (trouble === 'lost') database.close({ disableAutoOpen: false });
    else throw error;
    // Another outbox may have replaced the database in the meantime.
    const reopened = await openOutbox();
    return work(reopened.database, reopened.isPersisted);
  }
}
