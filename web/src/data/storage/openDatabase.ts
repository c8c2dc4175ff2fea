import { Dexie, type DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { withTimeout } from '../core/withTimeout';

const named = z.object({ name: z.string(), message: z.string() });

const wrapped = z.object({ inner: z.optional(z.nullable(named)) });

/**
 * Kinds of database failure. `lost`: the system closed its connection, as phones do in the background, with no other
 * known fault; `full`: no room is left; `broken`: it can't be opened or read any more; `denied`: it refuses for another
 * reason; `other`: the failure isn't the database's, or any database would refuse what was asked of it.
 */
type Trouble = 'lost' | 'full' | 'broken' | 'denied' | 'other';

/** Names of browser errors that no retry fixes: https://w3c.github.io/IndexedDB/#exceptions */
const BROKEN_ERRORS = new Set([
  'UnknownError',
  'NotReadableError',
  'NotFoundError',
  'UpgradeError',
]);

const LOST_ERRORS = new Set(['DatabaseClosedError', 'InvalidStateError', 'TimeoutError']);

/**
 * Safari reports a lost connection under the name of a broken database: "Connection to Indexed Database server lost".
 */
const OF_A_CONNECTION = /connection|is closing|closed/i;

/** Names of browser errors about what was asked, not about the database. */
const OF_THE_REQUEST = new Set(['ConstraintError', 'DataError', 'DataCloneError']);

/**
 * Classifies an error of IndexedDB, or of Dexie around one. A lost connection is never classified as a broken database.
 */
export function troubleOf(error: unknown): Trouble {
  const parsed = named.safeParse(error).data;
  if (!parsed) return 'other';
  const inner = wrapped.safeParse(error).data?.inner;
  const names = [parsed.name, inner?.name ?? ''];
  const has = (known: ReadonlySet<string>) => names.some((name) => known.has(name));
  const isDatabases = error instanceof Dexie.DexieError || error instanceof DOMException;
  const text = `${parsed.message} ${inner?.message ?? ''}`;
  if (names.includes('QuotaExceededError')) return 'full';
  if (has(LOST_ERRORS) || (isDatabases && OF_A_CONNECTION.test(text))) return 'lost';
  if (has(BROKEN_ERRORS)) return 'broken';
  return isDatabases && !has(OF_THE_REQUEST) ? 'denied' : 'other';
}

/** An open database; `kept` is false if the browser denies storage and it is in memory. */
export interface Opened<D extends Dexie> {
  readonly database: D;
  readonly kept: boolean;
}

/** How to create a database, and callbacks for its changes. */
export interface DatabaseDefinition<D extends Dexie> {
  readonly make: (options: DexieOptions) => D;
  /** The system closed the one on disk. */
  readonly onClosed: (database: D) => void;
  /** The one on disk opened late, after memory took its place. */
  readonly onLate: (opened: Opened<D>) => void;
  /** Whether a broken one is deleted and recreated, as all its data can be fetched again. */
  readonly isReplaceable: boolean;
}

/**
 * Longest wait (ms) for a database to open before one in memory replaces it: a tab of an older build may block it, or
 * the browser may not answer at all.
 */
const OPENS_WITHIN_MS = 5000;

/** Opens a database in memory, which ends with the page. */
export async function openInMemory<D extends Dexie>({
  make,
}: Pick<DatabaseDefinition<D>, 'make'>): Promise<Opened<D>> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const indexedDB = new IDBFactory();
  // Without any IndexedDB, Dexie doesn't run live queries on any database.
  Dexie.dependencies.indexedDB = indexedDB;
  const database = make({ indexedDB, IDBKeyRange });
  await database.open();
  return { database, kept: false };
}

async function openStored<D extends Dexie>({
  make,
  onClosed,
  onLate,
}: DatabaseDefinition<D>): Promise<Opened<D>> {
  const { indexedDB, IDBKeyRange } = globalThis;
  const database = make({ indexedDB, IDBKeyRange });
  database.on('close', () => onClosed(database));
  const opened = { database, kept: true };
  const opening = Promise.resolve(database.open());
  try {
    const opens = opening.then(() => true);
    if (!(await withTimeout(OPENS_WITHIN_MS, opens, false)))
      throw new Error('The database does not open');
  } catch (error) {
    opening.then(
      () => onLate(opened),
      () => undefined,
    );
    throw error;
  }
  return opened;
}

/** Recreates a broken database, as the server has all its data. */
async function openEmptied<D extends Dexie>(definition: DatabaseDefinition<D>): Promise<Opened<D>> {
  const { indexedDB, IDBKeyRange } = globalThis;
  await definition.make({ indexedDB, IDBKeyRange }).delete();
  return openStored(definition);
}

/**
 * Opens the database on disk: again if the system closed the connection, recreated if it is `broken` and may be
 * replaced. If all fails, opens one in memory.
 */
export async function openDatabase<D extends Dexie>(
  definition: DatabaseDefinition<D>,
  broken = false,
): Promise<Opened<D>> {
  const anew = definition.isReplaceable ? openEmptied<D> : openStored<D>;
  try {
    return await (broken ? anew : openStored<D>)(definition);
  } catch (error) {
    const trouble = troubleOf(error);
    const again =
      trouble === 'lost' ? openStored<D> : trouble === 'broken' ? anew : openInMemory<D>;
    return again(definition).catch(() => openInMemory<D>(definition));
  }
}
