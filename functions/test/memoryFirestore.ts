import { Readable } from 'node:stream';
import { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/*
 * The Firestore client on documents in memory. Isolates no transactions, because the tests run them
 * one after another.
 */

const valueSchema = z.looseObject({});
type Value = z.infer<typeof valueSchema>;
const fieldsSchema = z.record(z.string(), valueSchema);
type Fields = z.infer<typeof fieldsSchema>;

interface StoredDocument {
  readonly fields: Fields;
  readonly createTime: object;
  readonly updateTime: object;
}

const preconditionSchema = z.nullish(z.object({ exists: z.nullish(z.boolean()) }));
const writeSchema = z.object({
  update: z.nullish(z.object({ name: z.string(), fields: z.nullish(fieldsSchema) })),
  updateMask: z.nullish(z.object({ fieldPaths: z.nullish(z.array(z.string())) })),
  /** Increments, unions and server timestamps aren't supported. */
  updateTransforms: z.nullish(z.tuple([])),
  delete: z.nullish(z.string()),
  currentDocument: preconditionSchema,
});
type Write = z.infer<typeof writeSchema>;
const commitSchema = z.object({ writes: z.array(writeSchema) });

const fieldSchema = z.object({ fieldPath: z.string() });
const filterSchema = z.union([
  z.object({ fieldFilter: z.object({ field: fieldSchema, op: z.string(), value: valueSchema }) }),
  z.object({ unaryFilter: z.object({ field: fieldSchema, op: z.string() }) }),
]);
const whereSchema = z.union([
  z.object({ compositeFilter: z.object({ op: z.string(), filters: z.array(filterSchema) }) }),
  filterSchema,
]);
type Filter = z.infer<typeof filterSchema>;
const querySchema = z.object({
  parent: z.string(),
  structuredQuery: z.object({
    from: z.array(z.object({ collectionId: z.string() })),
    where: z.nullish(whereSchema),
    orderBy: z.nullish(z.array(z.object({ field: fieldSchema, direction: z.nullish(z.string()) }))),
    limit: z.nullish(z.object({ value: z.number() })),
  }),
  newTransaction: z.nullish(z.unknown()),
});
const readSchema = z.object({
  documents: z.array(z.string()),
  newTransaction: z.nullish(z.unknown()),
});

class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

const mapSchema = z.object({ mapValue: z.object({ fields: z.nullish(fieldsSchema) }) });

const getFields = (value: Value | undefined): Fields =>
  mapSchema.safeParse(value).data?.mapValue.fields ?? {};

const splitPath = (path: string): string[] =>
  Array.from(path.matchAll(/`((?:[^`\\]|\\.)*)`|[^.`]+/g), ([whole, quoted]) => quoted ?? whole);

function getValue(fields: Fields, [first = '', ...rest]: readonly string[]): Value | undefined {
  const value = fields[first];
  return rest.length === 0 ? value : getValue(getFields(value), rest);
}

function setValue(
  fields: Fields,
  [first = '', ...rest]: readonly string[],
  value: Value | undefined,
): Fields {
  const { [first]: before, ...otherFields } = fields;
  if (rest.length > 0)
    return {
      ...otherFields,
      [first]: { mapValue: { fields: setValue(getFields(before), rest, value) } },
    };
  return value === undefined ? otherFields : { ...otherFields, [first]: value };
}

const timeSchema = z.object({
  timestampValue: z.object({ seconds: z.coerce.number(), nanos: z.nullish(z.number()) }),
});

/** Times compare as numbers, all other values as text. */
function toComparable(value: Value | undefined): number | string {
  const time = timeSchema.safeParse(value).data?.timestampValue;
  return time ? time.seconds + (time.nanos ?? 0) / 1e9 : JSON.stringify(value ?? null);
}

function matches(fields: Fields, filter: Filter): boolean {
  if ('unaryFilter' in filter) {
    if (filter.unaryFilter.op !== 'IS_NULL') throw new Error(`Not known: ${filter.unaryFilter.op}`);
    const value = getValue(fields, splitPath(filter.unaryFilter.field.fieldPath));
    return value !== undefined && 'nullValue' in value;
  }
  const { field, op, value } = filter.fieldFilter;
  if (op !== 'EQUAL') throw new Error(`Not known: ${op}`);
  return toComparable(getValue(fields, splitPath(field.fieldPath))) === toComparable(value);
}

export class MemoryFirestore extends Firestore {
  #documents = new Map<string, StoredDocument>();
  #commits = 0;

  constructor() {
    super({ projectId: 'demo-memory', ssl: false, host: 'nowhere:1' });
  }

  initializeIfNeeded(): Promise<void> {
    return Promise.resolve();
  }

  request(method: string, request: unknown): Promise<object> {
    if (method === 'rollback') return Promise.resolve({});
    if (method !== 'commit') return Promise.reject(new Error(`Not known: ${method}`));
    return new Promise((resolve) => resolve(this.#commit(request)));
  }

  #commit(request: unknown): object {
    const { writes } = commitSchema.parse(request);
    for (const write of writes) this.#check(write);
    this.#commits += 1;
    const time = this.#time();
    for (const write of writes) this.#apply(write, time);
    return { commitTime: time, writeResults: writes.map(() => ({ updateTime: time })) };
  }

  requestStream(method: string, _bidirectional: boolean, request: unknown): Promise<Readable> {
    const replies = method === 'runQuery' ? this.#query(request) : this.#read(request);
    return Promise.resolve(Readable.from(replies, { objectMode: true }));
  }

  #time() {
    return { seconds: 1_800_000_000, nanos: this.#commits };
  }

  #beginTransaction(newTransaction: unknown): object[] {
    return newTransaction === undefined || newTransaction === null
      ? []
      : [{ transaction: Buffer.from('one') }];
  }

  #check({ update, delete: deleted, currentDocument }: Write): void {
    const name = update?.name ?? deleted ?? '';
    const { exists } = currentDocument ?? {};
    if (exists === true && !this.#documents.has(name)) throw new RpcError(name, NOT_FOUND);
    if (exists === false && this.#documents.has(name)) throw new RpcError(name, ALREADY_EXISTS);
  }

  #apply({ update, updateMask, delete: deleted }: Write, time: object): void {
    if (!update) {
      this.#documents.delete(deleted ?? '');
      return;
    }
    const before = this.#documents.get(update.name);
    const changes = update.fields ?? {};
    const fields = updateMask
      ? (updateMask.fieldPaths ?? [])
          .map(splitPath)
          .reduce((sum, path) => setValue(sum, path, getValue(changes, path)), before?.fields ?? {})
      : changes;
    const createTime = before?.createTime ?? time;
    this.#documents.set(update.name, { fields, createTime, updateTime: time });
  }

  #read(request: unknown): object[] {
    const { documents, newTransaction } = readSchema.parse(request);
    const readTime = this.#time();
    const rows = documents.map((name) => {
      const stored = this.#documents.get(name);
      return stored ? { found: { name, ...stored }, readTime } : { missing: name, readTime };
    });
    return [...this.#beginTransaction(newTransaction), ...rows];
  }

  #query(request: unknown): object[] {
    const { parent, structuredQuery, newTransaction } = querySchema.parse(request);
    const { from, where, orderBy, limit } = structuredQuery;
    const folder = `${parent}/${from[0]?.collectionId ?? ''}/`;
    const filters = where
      ? 'compositeFilter' in where
        ? where.compositeFilter.filters
        : [where]
      : [];
    const results = [...this.#documents]
      .filter(([name, { fields }]) => {
        const isChild = name.startsWith(folder) && !name.slice(folder.length).includes('/');
        return isChild && filters.every((filter) => matches(fields, filter));
      })
      .sort(([a], [b]) => (a < b ? -1 : 1));
    for (const { field, direction } of [...(orderBy ?? [])].reverse()) {
      if (field.fieldPath === '__name__') continue;
      const sign = direction === 'DESCENDING' ? -1 : 1;
      const at = ([, { fields }]: readonly [string, StoredDocument]) =>
        toComparable(getValue(fields, splitPath(field.fieldPath)));
      results.sort((a, b) => (at(a) < at(b) ? -sign : at(a) > at(b) ? sign : 0));
    }
    const readTime = this.#time();
    const rows = results
      .slice(0, limit?.value)
      .map(([name, stored]) => ({ document: { name, ...stored }, readTime }));
    return [...this.#beginTransaction(newTransaction), ...rows, { readTime }];
  }
}
