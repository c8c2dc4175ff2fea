import { Dexie, type DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { databaseName } from '../core/databases';
import { renewDigests, type StoredRow, type StoredTable } from './digests';

const named = z.object({ name: z.string(), message: z.string() });

const wrapped = z.object({ inner: z.optional(z.nullable(named)) });

/**
 * What ails a database. `lost`: the system took its connection, as phones do in the background, and nothing else is
 * known; `full`: no room is left; `broken`: it can be opened or read no more; `other`: denied, or no matter of the
 * database at all.
 */
export type Trouble = 'lost' | 'full' | 'broken' | 'other';

/** Names that browsers give to what no further try mends: https://w3c.github.io/IndexedDB/#exceptions */
const BROKEN_ERRORS = new Set([
  'UnknownError',
  'NotReadableError',
  'NotFoundError',
  'UpgradeError',
]);

const LOST_ERRORS = new Set(['DatabaseClosedError', 'InvalidStateError', 'TimeoutError']);

/** Safari says so with the name of a broken one: "Connection to Indexed Database server lost". */
const OF_A_CONNECTION = /connection|is closing|closed/i;

/** What an error of IndexedDB, or of Dexie around one, means. A lost connection is never taken for a broken database. */
export function troubleOf(error: unknown): Trouble {
  const parsed = named.safeParse(error).data;
  if (!parsed) return 'other';
  const inner = wrapped.safeParse(error).data?.inner;
  const names = [parsed.name, inner?.name ?? ''];
  const has = (known: ReadonlySet<string>) => names.some((name) => known.has(name));
  if (names.includes('QuotaExceededError')) return 'full';
  if (has(LOST_ERRORS) || OF_A_CONNECTION.test(`${parsed.message} ${inner?.message ?? ''}`))
    return 'lost';
  return has(BROKEN_ERRORS) ? 'broken' : 'other';
}

/**
 * What a member needs for rows to be on their device: that they are theirs, a session is all it takes; an unlocked
 * dashboard; the essential tier; or, row by row, the audience of the signal that it tells of.
 */
export type TableAccess = 'own' | 'member' | 'essential' | 'audience';

/** What each table needs. `fitAudiences` drops what its member may no longer have. */
export const TABLE_ACCESS = {
  signals: 'audience',
  digests: 'audience',
  charts: 'audience',
  performance: 'member',
  proofs: 'own',
  tickets: 'own',
  setups: 'own',
  meta: 'own',
} as const satisfies Readonly<Record<string, TableAccess>>;

/** All that one member received, on this device. */
export class MemberDatabase extends Dexie {
  /** Every signal received, with `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: StoredTable;
  /** The signals of each UTC day in short, as one text. */
  declare readonly digests: StoredTable;
  /** Candles around signals that were looked at. */
  declare readonly charts: StoredTable;
  /** Two rows: the figures of the record, and the newest heartbeat. */
  declare readonly performance: StoredTable;
  /** One row: the newest proof of the member's broker account. */
  declare readonly proofs: StoredTable;
  /** The member's tickets. */
  declare readonly tickets: StoredTable;
  /** One row: the newest account setup. */
  declare readonly setups: StoredTable;
  /** How far the catch-up and the older history came, and the payout that the member stated. */
  declare readonly meta: StoredTable;

  constructor(uid: string, options: DexieOptions = {}) {
    super(databaseName(uid), { autoOpen: false, ...options });
    this.version(1).stores({ signals: 'id, createdAt, updatedAt', performance: 'id', meta: 'id' });
    this.version(2).stores({ proofs: 'id' });
    this.version(3).stores({ tickets: 'id', setups: 'id' });
    this.version(4)
      .stores({ digests: 'id', charts: 'id' })
      .upgrade((upgrade) =>
        renewDigests(
          upgrade.table<StoredRow, string>('signals'),
          upgrade.table<StoredRow, string>('digests'),
        ),
      );
  }
}

/** An open database of a member; `kept` is false where the browser keeps nothing and it lives in memory. */
export interface Opened {
  readonly uid: string;
  readonly database: MemberDatabase;
  readonly kept: boolean;
}

/** What is told of a kept database after it was opened. */
interface OpeningEvents {
  /** The system closed it. */
  readonly onClosed: (database: MemberDatabase) => void;
  /** It opened after all, long after memory took its place. */
  readonly onLate: (opened: Opened) => void;
}

/** A tab of an older build that does not let go of the database is waited for so long (ms), then memory has to do. */
const BLOCKED_TIMEOUT_MS = 3000;

/** Opens a database that ends with the page. */
export async function openInMemory(uid: string): Promise<Opened> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const indexedDB = new IDBFactory();
  // Where it knows of no IndexedDB at all, Dexie runs no live query, on whichever database.
  Dexie.dependencies.indexedDB = indexedDB;
  const database = new MemberDatabase(uid, { indexedDB, IDBKeyRange });
  await database.open();
  return { uid, database, kept: false };
}

/** Rejects once another connection has held up this one for too long. */
const rejectWhenBlocked = (database: MemberDatabase) =>
  new Promise<never>((_, reject) => {
    database.on('blocked', () => {
      setTimeout(() => reject(new Error('Another tab holds the database')), BLOCKED_TIMEOUT_MS);
    });
  });

async function openStored(uid: string, { onClosed, onLate }: OpeningEvents): Promise<Opened> {
  const { indexedDB, IDBKeyRange } = window;
  const database = new MemberDatabase(uid, { indexedDB, IDBKeyRange });
  database.on('close', () => onClosed(database));
  const opened = { uid, database, kept: true };
  const opening = Promise.resolve(database.open());
  try {
    await Promise.race([opening, rejectWhenBlocked(database)]);
  } catch (error) {
    opening.then(
      () => onLate(opened),
      () => undefined,
    );
    throw error;
  }
  return opened;
}

/** Begins anew in place of a database that is broken: all that was in it is with the server. */
async function openEmptied(uid: string, told: OpeningEvents): Promise<Opened> {
  const { indexedDB, IDBKeyRange } = window;
  await new MemberDatabase(uid, { indexedDB, IDBKeyRange }).delete();
  return openStored(uid, told);
}

/** Opens what the browser keeps, deleting it first when it is `broken`; what it can't give is in memory. */
export async function openDatabase(
  uid: string,
  told: OpeningEvents,
  broken = false,
): Promise<Opened> {
  const open = broken ? openEmptied : openStored;
  try {
    return await open(uid, told);
  } catch (error) {
    const trouble = troubleOf(error);
    const again =
      trouble === 'lost' ? openStored : trouble === 'broken' ? openEmptied : openInMemory;
    return again(uid, told).catch(() => openInMemory(uid));
  }
}
