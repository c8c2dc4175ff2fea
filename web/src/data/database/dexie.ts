import { Dexie, type DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { withTimeout } from '../core/withTimeout';

const namedSchema = z.object({ name: z.string(), message: z.string() });

const wrappedSchema = z.object({ inner: z.optional(z.nullable(namedSchema)) });

/**
 * `lost`: the system closed the connection, as phones do in the background. `full`: no room left.
 * `broken`: can't be opened or read. `denied`: refused for another reason. `other`: not a database
 * failure.
 */
type Trouble = 'lost' | 'full' | 'broken' | 'denied' | 'other';

/** Browser errors that no retry fixes. Source: https://w3c.github.io/IndexedDB/#exceptions */
const BROKEN_ERRORS = new Set([
  'UnknownError',
  'NotReadableError',
  'NotFoundError',
  'UpgradeError',
]);

const LOST_ERRORS = new Set(['DatabaseClosedError', 'InvalidStateError', 'TimeoutError']);

/**
 * Safari reports a lost connection under the name of a broken database, with the message
 * "Connection to Indexed Database server lost".
 */
const CONNECTION_ERROR = /connection|is closing|closed/i;

const REQUEST_ERRORS = new Set(['ConstraintError', 'DataError', 'DataCloneError']);

/**
 * Classifies an IndexedDB error, or a Dexie error around one. Never mistakes a lost connection for
 * a broken database.
 */
export function classifyTrouble(error: unknown): Trouble {
  const parsed = namedSchema.safeParse(error).data;
  if (!parsed) return 'other';
  const inner = wrappedSchema.safeParse(error).data?.inner;
  const names = [parsed.name, inner?.name ?? ''];
  const hasName = (errors: ReadonlySet<string>) => names.some((name) => errors.has(name));
  const isDatabaseError = error instanceof Dexie.DexieError || error instanceof DOMException;
  const text = `${parsed.message} ${inner?.message ?? ''}`;
  if (names.includes('QuotaExceededError')) return 'full';
  if (hasName(LOST_ERRORS) || (isDatabaseError && CONNECTION_ERROR.test(text))) return 'lost';
  if (hasName(BROKEN_ERRORS)) return 'broken';
  return isDatabaseError && !hasName(REQUEST_ERRORS) ? 'denied' : 'other';
}

/** `isPersisted`: false if the browser denies storage, so the database is in memory. */
export interface Opened<D extends Dexie> {
  readonly database: D;
  readonly isPersisted: boolean;
}

export interface DatabaseDefinition<D extends Dexie> {
  readonly make: (options: DexieOptions) => D;
  readonly onClosed: (database: D) => void;
  readonly onLate: (opened: Opened<D>) => void;
  readonly isReplaceable: boolean;
}

/**
 * After this, an in-memory database is used. A tab with an older build may block opening, or the
 * browser may not respond.
 */
const OPEN_TIMEOUT_MS = 5000;

export const hasIndexedDb = () => typeof indexedDB !== 'undefined';

export async function openInMemory<D extends Dexie>({
  make,
}: Pick<DatabaseDefinition<D>, 'make'>): Promise<Opened<D>> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const indexedDB = new IDBFactory();
  // Dexie's live queries need a default IndexedDB, even for an in-memory database.
  Dexie.dependencies.indexedDB = indexedDB;
  const database = make({ indexedDB, IDBKeyRange });
  await database.open();
  return { database, isPersisted: false };
}

/** @throws Error if it doesn't open in time. If it opens later, `onLate` receives it */
export async function openStored<D extends Dexie>({
  make,
  onClosed,
  onLate,
}: DatabaseDefinition<D>): Promise<Opened<D>> {
  const { indexedDB, IDBKeyRange } = globalThis;
  const database = make({ indexedDB, IDBKeyRange });
  database.on('close', () => onClosed(database));
  const opened = { database, isPersisted: true };
  const opening = Promise.resolve(database.open());
  try {
    const hasOpened = opening.then(() => true);
    if (!(await withTimeout(OPEN_TIMEOUT_MS, hasOpened, false)))
      throw new Error('The database didn’t open in time');
  } catch (error) {
    opening.then(
      () => onLate(opened),
      () => undefined,
    );
    throw error;
  }
  return opened;
}

async function openEmptied<D extends Dexie>(definition: DatabaseDefinition<D>): Promise<Opened<D>> {
  const { indexedDB, IDBKeyRange } = globalThis;
  await definition.make({ indexedDB, IDBKeyRange }).delete();
  return openStored(definition);
}

/**
 * Opens the database on disk. Retries if the connection was lost, and recreates a `broken` database
 * if it is replaceable. Otherwise opens one in memory.
 */
export async function openDatabase<D extends Dexie>(
  definition: DatabaseDefinition<D>,
  broken = false,
): Promise<Opened<D>> {
  const recreate = definition.isReplaceable ? openEmptied<D> : openStored<D>;
  try {
    return await (broken ? recreate : openStored<D>)(definition);
  } catch (error) {
    const trouble = classifyTrouble(error);
    const retry =
      trouble === 'lost' ? openStored<D> : trouble === 'broken' ? recreate : openInMemory<D>;
    return retry(definition).catch(() => openInMemory<D>(definition));
  }
}
