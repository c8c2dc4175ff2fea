import type {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/**
 * A document's parsed content, null where the document doesn't exist.
 * @throws Error that names the document and the field where it doesn't match the schema
 */
export function parseDocument<S extends z.ZodMiniType>(
  schema: S,
  snapshot: DocumentSnapshot,
): z.output<S> | null {
  if (!snapshot.exists) return null;
  const parsed = z.safeParse(schema, snapshot.data());
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${snapshot.ref.path} is not as expected at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

/** Reads documents, within a transaction or without. */
interface Reader {
  getAll(...references: DocumentReference[]): Promise<DocumentSnapshot[]>;
}

type SnapshotsOf<R extends readonly DocumentReference[]> = {
  readonly [Position in keyof R]: DocumentSnapshot;
};

const isWhole = <R extends readonly DocumentReference[]>(
  found: readonly DocumentSnapshot[],
  references: R,
): found is SnapshotsOf<R> => found.length === references.length;

/** Reads several documents at once, in the order asked for. @throws Error where the database answers with fewer */
export async function readAll<R extends readonly DocumentReference[]>(
  reader: Reader,
  ...references: R
): Promise<SnapshotsOf<R>> {
  const found = await reader.getAll(...references);
  if (isWhole(found, references)) return found;
  throw new Error(`${references.length} documents were asked for, and ${found.length} came`);
}

/** Walks through the results of a query, `size` at a time. */
export async function* pagesOf(
  query: Query,
  size: number,
): AsyncGenerator<readonly QueryDocumentSnapshot[]> {
  for (let last: QueryDocumentSnapshot | undefined; ;) {
    const { docs } = await (last ? query.startAfter(last) : query).limit(size).get();
    yield docs;
    last = docs[size - 1];
    if (!last) return;
  }
}

/** gRPC's code for a transaction that conflicted with others too often. */
const ABORTED = 10;

/** Its code for a transaction that waited so long that it was closed, among others, and the words that tell it apart. */
const INVALID_ARGUMENT = 3;

const CLOSED = /transaction (has expired|is invalid or closed)/i;

/** Its codes for a document that no longer exists, and for one that changed since it was read. */
const NOT_FOUND = 5;

const FAILED_PRECONDITION = 9;

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * True where a transaction was given up, without any effect, because too many concurrent calls changed the same
 * documents. People don't cause that; a program that guesses codes does.
 */
export const isContention = (error: unknown): boolean =>
  codeOf(error) === ABORTED ||
  (codeOf(error) === INVALID_ARGUMENT && error instanceof Error && CLOSED.test(error.message));

/** True where a conditional write had no effect, because the document changed after it was read. */
export function isStaleWrite(error: unknown): boolean {
  const code = codeOf(error);
  return code === NOT_FOUND || code === FAILED_PRECONDITION;
}

/**
 * Updates a document, unless it was deleted or changed since it was read.
 * @returns whether it was updated
 */
export async function updateAsRead(
  {
    ref,
    updateTime,
  }: { readonly ref: DocumentReference; readonly updateTime?: Timestamp | undefined },
  fields: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  try {
    await ref.update(fields, updateTime ? { lastUpdateTime: updateTime } : {});
    return true;
  } catch (error) {
    if (isStaleWrite(error)) return false;
    throw error;
  }
}

const ALREADY_EXISTS = 6;

/** Whether `create()` failed because the document is there. */
export const isAlreadyThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS;
