import { Dexie, type DexieOptions, type Table } from 'dexie';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { cachedPromise } from '../core/cachedPromise';
import { currentUser } from '../auth/currentSession';
import { makeRoom } from '../storage/eviction';
import { withDatabase } from '../storage/memberDatabase';
import {
  type DatabaseDefinition,
  openDatabase,
  type Opened,
  troubleOf,
} from '../storage/openDatabase';
import type { TableAccess } from '../storage/tableAccess';
import { OUTBOX_NAME } from '../core/databases';
import { isUnsent, readRows } from './item';

/** Access to each table of the outbox: all rows are the member's own, whatever their access. */
export const OUTBOX_ACCESS = {
  items: 'own',
  files: 'own',
  drafts: 'own',
  setupDrafts: 'own',
} as const satisfies Readonly<Record<string, TableAccess>>;

/** The database of the outbox, separate so that a commit is reported only when the data is on disk. */
export class OutboxDatabase extends Dexie {
  /** Rows are parsed by a schema: an older client may have written them. */
  declare readonly items: Table<{ readonly id: string; readonly seq: number }, string>;
  declare readonly files: Table<{ readonly id: string }, string>;
  /** Files that members chose but have not sent: one per member, for the proof of the trader ID. */
  declare readonly drafts: Table<{ readonly uid: string }, string>;
  /** The same for the account setup. */
  declare readonly setupDrafts: Table<{ readonly uid: string }, string>;

  constructor(options: DexieOptions = {}) {
    super(OUTBOX_NAME, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({
      items: 'id, uid',
      files: 'id',
      drafts: 'uid',
      setupDrafts: 'uid',
    });
  }
}

/** The open outbox; `kept` is false if the browser denies storage, and items last until the page closes. */
type OpenedOutbox = Opened<OutboxDatabase>;

/** The outbox; null until it is open. */
export const opened = observable<OpenedOutbox | null>(null);

/** While the outbox is in memory, opening the one on disk is retried this often (ms), as it may hold unsent items. */
const ASK_AGAIN_MS = 30_000;

const placedSchema = z.object({ seq: z.number() });

/** The sequence number of a row; 0 if it has none. */
const seqOf = (row: unknown): number => placedSchema.safeParse(row).data?.seq ?? 0;

/** The sequence number of a new item, after all others. To be called in the transaction that adds it. */
export const nextSeq = async ({ items }: OutboxDatabase): Promise<number> =>
  Math.max(0, ...(await items.toArray()).map(seqOf)) + 1;

/** The rows of each table, by their keys as text. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, object>>;

async function rowsIn({ tables }: OutboxDatabase): Promise<Rows> {
  const read = tables.map(async (table) => {
    const keys = await table.toCollection().primaryKeys();
    const rows: unknown[] = await table.bulkGet(keys);
    const found = rows.flatMap((row, index) =>
      typeof row === 'object' && row ? [[String(keys[index]), row] as const] : [],
    );
    return [table.name, new Map(found)] as const;
  });
  return new Map(await Promise.all(read));
}

/** Bytes aren't compared: a file keeps those that it was stored with. */
const isSame = (row: object, other: object | undefined): boolean =>
  JSON.stringify(row) === JSON.stringify(other);

/** Puts an item of memory on the disk: a new one after `place`, another in its place, unless it has a final answer there. */
async function moveItem({ items }: OutboxDatabase, id: string, row: object, place: number) {
  const there: unknown = await items.get(id);
  if (there === undefined) await items.put({ id, ...row, seq: place + seqOf(row) });
  else if (readRows([there]).items.some(isUnsent))
    await items.put({ id, ...row, seq: seqOf(there) });
}

/**
 * Moves what changed in memory since it held `moved` to the database on disk, and out of it what is gone.
 * @returns what memory holds now
 */
async function moveRows(from: OutboxDatabase, to: OutboxDatabase, moved: Rows): Promise<Rows> {
  const held = await rowsIn(from);
  await to.transaction('rw', to.tables, async () => {
    const place = await nextSeq(to);
    for (const [name, rows] of held) {
      const table = to.table<object, string>(name);
      const before = moved.get(name) ?? new Map<string, object>();
      for (const [key, row] of rows) {
        if (isSame(row, before.get(key))) continue;
        if (name === 'items') await moveItem(to, key, row, place);
        else await table.put(row);
      }
      await table.bulkDelete([...before.keys()].filter((key) => !rows.has(key)));
    }
  });
  return held;
}

/** Replaces the outbox in memory by the one on disk. What is written into memory meanwhile is moved after it. */
async function replaceBy(kept: OpenedOutbox): Promise<void> {
  const before = opened.get();
  if (before?.kept === true) return kept.database.close();
  const moved = before && (await moveRows(before.database, kept.database, new Map()));
  opened.set(kept);
  if (!before || !moved) return;
  await moveRows(before.database, kept.database, moved);
  before.database.close();
}

let replacing: Promise<void> = Promise.resolve();

/** As {@link replaceBy}, one after another: of two that open late the second finds the outbox on disk already. */
const takeBack = (kept: OpenedOutbox): Promise<void> =>
  (replacing = replacing.catch(() => undefined).then(() => replaceBy(kept)));

const DEFINITION: DatabaseDefinition<OutboxDatabase> = {
  make: (options) => new OutboxDatabase(options),
  // Dexie reopens it by itself.
  onClosed: () => undefined,
  onLate: (late) => void takeBack(late).catch(() => undefined),
  isReplaceable: false,
};

async function askAgain(): Promise<void> {
  const found = await openDatabase(DEFINITION).catch(() => null);
  if (found?.kept) await takeBack(found).catch(() => undefined);
  if (opened.get()?.kept === false) setTimeout(() => void askAgain(), ASK_AGAIN_MS);
}

const open = cachedPromise(async () => {
  const found = await openDatabase(DEFINITION);
  opened.set(found);
  if (!found.kept && 'indexedDB' in globalThis) setTimeout(() => void askAgain(), ASK_AGAIN_MS);
});

/** The outbox of this browser. Dexie reopens it by itself after the system or a sign-out closed it. */
export async function openOutbox(): Promise<OpenedOutbox> {
  await open();
  const now = opened.get();
  if (!now) throw new Error('The outbox is not open');
  return now;
}

/** Evicts cached signals to make room for the member's input: signals can be fetched again. */
async function giveWay(): Promise<void> {
  const uid = currentUser()?.id;
  if (uid !== undefined) await withDatabase(uid, makeRoom);
}

/**
 * Runs `work` on the outbox, and once more after an error: on a new connection if the system closed the old one, or
 * after making room if the storage was full. The outbox is never deleted to repair its database.
 * @throws what `work` throws then
 */
export async function withOutbox<T>(
  work: (database: OutboxDatabase, kept: boolean) => Promise<T>,
): Promise<T> {
  const { database, kept } = await openOutbox();
  try {
    return await work(database, kept);
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === 'full') await giveWay();
    else if (trouble === 'lost') database.close({ disableAutoOpen: false });
    else throw error;
    // Another database may have taken its place meanwhile.
    const now = await openOutbox();
    return work(now.database, now.kept);
  }
}
