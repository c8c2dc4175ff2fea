import * as z from 'zod/mini';
import { COLLECTIONS, type CollectionName } from '../../collections/collections';

/** A document under its id. */
export interface StoredDocument<T> {
  readonly id: string;
  readonly data: T;
}

/** An account in Firebase Auth. */
export interface StoredAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly disabled: boolean;
  readonly claims: unknown;
}

export interface StoredFile {
  readonly path: string;
  /** Epoch ms. */
  readonly uploadedAt: number;
}

/** All data of a project, as it was read. */
export interface RawSnapshot {
  /** When it was read, epoch ms. */
  readonly at: number;
  /** How far (ms) the record may be ahead of `at`. */
  readonly aheadMs: number;
  readonly collections: Readonly<Record<string, readonly StoredDocument<unknown>[]>>;
  readonly accounts: readonly StoredAccount[];
  readonly files: readonly StoredFile[];
}

/** A page of stored data. */
export type Page =
  | { readonly collection: string; readonly documents: readonly StoredDocument<unknown>[] }
  | { readonly accounts: readonly StoredAccount[] }
  | { readonly files: readonly StoredFile[] };

/** What is read of a collection whose documents hold `T`. */
interface Readable<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly strict?: true;
}

type Contents = { [Name in CollectionName]: z.output<(typeof COLLECTIONS)[Name]['schema']> };

/** Documents by collection. */
type Documents<T> = { readonly [Name in keyof T]: readonly StoredDocument<T[Name]>[] };

/** A document that could not be parsed, or that has an unknown field where none may be. */
interface Unreadable {
  readonly isGuarded: boolean;
  readonly why: string;
}

/** The raw data with its documents parsed by their schemas, and those that could not be parsed. */
export interface Snapshot extends RawSnapshot {
  readonly documents: Documents<Contents>;
  readonly unreadable: readonly Unreadable[];
}

/** A collection's schema, without unknown fields where the collection guards secrets. */
const guarding = ({ schema, strict }: Readable<unknown>): z.ZodMiniType =>
  strict === true && schema instanceof z.ZodMiniObject ? z.strictObject(schema.shape) : schema;

function read<T>(collection: Readable<T>, stored: readonly StoredDocument<unknown>[]) {
  const good: StoredDocument<T>[] = [];
  const bad: { id: string; why: string }[] = [];
  for (const { id, data } of stored) {
    const parsed = z.safeParse(collection.schema, data);
    const { error } = z.safeParse(guarding(collection), data);
    if (parsed.success) good.push({ id, data: parsed.data });
    if (!error) continue;
    const [issue] = error.issues;
    bad.push({ id, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` });
  }
  return { good, bad };
}

const hasAll = <T extends object>(found: Partial<T>, names: object): found is T =>
  Object.keys(names).every((name) => name in found);

/** Generic in the collections' contents, so that the compiler takes none for another's. */
function readEvery<T>(
  known: { readonly [Name in keyof T]: Readable<T[Name]> },
  { collections }: RawSnapshot,
) {
  const documents: { [Name in keyof T]?: readonly StoredDocument<T[Name]>[] } = {};
  const unreadable: Unreadable[] = [];
  for (const name in known) {
    const { good, bad } = read(known[name], collections[name] ?? []);
    const isGuarded = known[name].strict === true;
    for (const { id, why } of bad) unreadable.push({ isGuarded, why: `${name}/${id} at ${why}` });
    documents[name] = good;
  }
  for (const name of Object.keys(collections))
    if (!(name in known)) unreadable.push({ isGuarded: false, why: `nobody knows ${name}` });
  if (!hasAll<Documents<T>>(documents, known)) throw new Error('A collection was not read');
  return { documents, unreadable };
}

/** Parses the raw data. */
export const parseSnapshot = (raw: RawSnapshot): Snapshot => ({
  ...raw,
  ...readEvery<Contents>(COLLECTIONS, raw),
});

/**
 * The data that must be seen together to check a rule: a single document or account, all data of one member, of one
 * slot or of one address, or the whole record.
 */
export type RuleScope = 'document' | 'member' | 'slot' | 'address' | 'record';

/** One invariant of the stored data. */
export interface Rule {
  /** What must hold, as a sentence. */
  readonly description: string;
  readonly scope: RuleScope;
  /** A sentence for each place where it is violated; none where it holds. */
  readonly violations: (snapshot: Snapshot) => string[];
}

/** The values that several entries share, each with its holders. */
export function shared(entries: readonly (readonly [value: string, holder: string])[]) {
  const holders = new Map<string, string[]>();
  for (const [value, holder] of entries)
    holders.set(value, [...(holders.get(value) ?? []), holder]);
  return [...holders].filter(([, all]) => all.length > 1);
}

/** Documents by their id. */
export const byId = <T>(stored: readonly StoredDocument<T>[]): ReadonlyMap<string, T> =>
  new Map(stored.map(({ id, data }) => [id, data]));

/** The faulty documents of a collection, each as its path and its fault in words. */
export const faultsIn = <T>(
  collection: string,
  stored: readonly StoredDocument<T>[],
  faultOf: (data: T, id: string) => string | null,
): string[] =>
  stored.flatMap(({ id, data }) => {
    const fault = faultOf(data, id);
    return fault === null ? [] : [`${collection}/${id} ${fault}`];
  });
