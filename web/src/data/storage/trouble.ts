import * as z from 'zod/mini';

const named = z.object({ name: z.string(), message: z.string() });
const wrapped = z.object({ inner: z.optional(z.nullable(named)) });

/**
 * What ails a database. `lost`: the system took its connection, as phones do in the background, and nothing else is
 * known; `full`: no room is left; `broken`: it can be opened or read no more; `other`: denied, or no matter of the
 * database at all.
 */
export type Trouble = 'lost' | 'full' | 'broken' | 'other';

/** Names that browsers give to what no further try mends: https://w3c.github.io/IndexedDB/#exceptions */
const BROKEN = new Set(['UnknownError', 'NotReadableError', 'NotFoundError', 'UpgradeError']);
const LOST = new Set(['DatabaseClosedError', 'InvalidStateError', 'TimeoutError']);
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
  if (has(LOST) || OF_A_CONNECTION.test(`${parsed.message} ${inner?.message ?? ''}`)) return 'lost';
  return has(BROKEN) ? 'broken' : 'other';
}
