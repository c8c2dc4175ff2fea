import { getSlotDay } from '@quantalgo/contracts/core/slots';
import * as z from 'zod/mini';
import { COLLECTIONS, type CollectionName } from '../../collections/collections';

export interface StoredDocument<T> {
  readonly id: string;
  readonly data: T;
}

export interface StoredAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly disabled: boolean;
  readonly claims: unknown;
}

export interface StoredFile {
  readonly path: string;
  readonly uploadedAt: number;
}

export interface RawSnapshot {
  /** Epoch ms. */
  readonly at: number;
  /** How far (ms) the record may be ahead of `at`. */
  readonly aheadMs: number;
  readonly collections: Readonly<Record<string, readonly StoredDocument<unknown>[]>>;
  readonly accounts: readonly StoredAccount[];
  readonly files: readonly StoredFile[];
}

export type Page =
  | { readonly collection: string; readonly documents: readonly StoredDocument<unknown>[] }
  | { readonly accounts: readonly StoredAccount[] }
  | { readonly files: readonly StoredFile[] };

interface Readable<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly strict?: true;
}

type Contents = { [Name in CollectionName]: z.output<(typeof COLLECTIONS)[Name]['schema']> };

type Documents<T> = { readonly [Name in keyof T]: readonly StoredDocument<T[Name]>[] };

/** A document that fails its schema, or has an unknown field although its collection is strict. */
interface Unreadable {
  readonly isGuarded: boolean;
  readonly problem: string;
}

/** The ledger and the signals grow with each slot, so rules of the record read them in parts. */
export interface RecordReader {
  /** In order of the entries' numbers. */
  readonly readLedger: () => Iterable<StoredDocument<unknown>>;
  /** Those of a UTC day such as `20261120`. */
  readonly readSignals: (day: string) => Iterable<StoredDocument<unknown>>;
}

export interface Snapshot extends RawSnapshot {
  readonly record: RecordReader;
  readonly documents: Documents<Contents>;
  readonly unreadable: readonly Unreadable[];
}

/** Collections that guard secrets allow no unknown fields. */
const toStrictSchema = ({ schema, strict }: Readable<unknown>): z.ZodMiniType =>
  strict === true && schema instanceof z.ZodMiniObject ? z.strictObject(schema.shape) : schema;

function readCollection<T>(collection: Readable<T>, stored: readonly StoredDocument<unknown>[]) {
  const valid: StoredDocument<T>[] = [];
  const invalid: { id: string; problem: string }[] = [];
  for (const { id, data } of stored) {
    const parsed = z.safeParse(collection.schema, data);
    const { error } = z.safeParse(toStrictSchema(collection), data);
    if (parsed.success) valid.push({ id, data: parsed.data });
    if (!error) continue;
    const [issue] = error.issues;
    invalid.push({ id, problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` });
  }
  return { valid, invalid };
}

const isComplete = <T extends object>(partial: Partial<T>, names: object): partial is T =>
  Object.keys(names).every((name) => name in partial);

function readCollections<T>(
  schemas: { readonly [Name in keyof T]: Readable<T[Name]> },
  { collections }: RawSnapshot,
) {
  const documents: { [Name in keyof T]?: readonly StoredDocument<T[Name]>[] } = {};
  const unreadable: Unreadable[] = [];
  for (const name in schemas) {
    const { valid, invalid } = readCollection(schemas[name], collections[name] ?? []);
    const isGuarded = schemas[name].strict === true;
    for (const { id, problem } of invalid)
      unreadable.push({ isGuarded, problem: `${name}/${id} at ${problem}` });
    documents[name] = valid;
  }
  for (const name of Object.keys(collections))
    if (!(name in schemas))
      unreadable.push({ isGuarded: false, problem: `unknown collection ${name}` });
  if (!isComplete<Documents<T>>(documents, schemas)) throw new Error('A collection is missing');
  return { documents, unreadable };
}

/** Ids that aren't numbers come last. */
export const getLedgerPosition = (id: string): number =>
  /^\d+$/.test(id) ? Math.min(Number(id), Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER;

export const createRecordReader = ({
  collections: { ledger = [], signals = [] },
}: Pick<RawSnapshot, 'collections'>): RecordReader => ({
  readLedger: () => [...ledger].sort((a, b) => getLedgerPosition(a.id) - getLedgerPosition(b.id)),
  readSignals: (day) => signals.filter(({ id }) => getSlotDay(id) === day),
});

export const parseSnapshot = (raw: RawSnapshot, record = createRecordReader(raw)): Snapshot => ({
  ...raw,
  record,
  ...readCollections<Contents>(COLLECTIONS, raw),
});

/**
 * The data that a rule must see together. Rules of the `record` get its ledger and signals only
 * from the {@link RecordReader}.
 */
export type RuleScope = 'document' | 'member' | 'slot' | 'address' | 'record';

export interface Rule {
  readonly description: string;
  readonly scope: RuleScope;
  readonly violations: (snapshot: Snapshot) => string[];
}

export function findShared(entries: readonly (readonly [value: string, holder: string])[]) {
  const holders = new Map<string, string[]>();
  for (const [value, holder] of entries)
    holders.set(value, [...(holders.get(value) ?? []), holder]);
  return [...holders].filter(([, sharers]) => sharers.length > 1);
}

export const indexById = <T>(stored: readonly StoredDocument<T>[]): ReadonlyMap<string, T> =>
  new Map(stored.map(({ id, data }) => [id, data]));

export const findFaults = <T>(
  collection: string,
  stored: readonly StoredDocument<T>[],
  describeFault: (data: T, id: string) => string | null,
): string[] =>
  stored.flatMap(({ id, data }) => {
    const fault = describeFault(data, id);
    return fault === null ? [] : [`${collection}/${id} ${fault}`];
  });
