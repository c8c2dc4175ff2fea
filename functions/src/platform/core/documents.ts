import type {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/**
 * @returns null if the document doesn't exist
 * @throws Error that names the document and the first invalid field
 */
export function parseDocument<S extends z.ZodMiniType>(
  schema: S,
  snapshot: QueryDocumentSnapshot,
): z.output<S>;
export function parseDocument<S extends z.ZodMiniType>(
  schema: S,
  snapshot: DocumentSnapshot,
): z.output<S> | null;
export function parseDocument<S extends z.ZodMiniType>(
  schema: S,
  snapshot: DocumentSnapshot,
): z.output<S> | null {
  if (!snapshot.exists) return null;
  const parsed = z.safeParse(schema, snapshot.data());
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${snapshot.ref.path} doesn’t match its schema at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

interface BatchReader {
  getAll(...references: DocumentReference[]): Promise<DocumentSnapshot[]>;
}

type Snapshots<R extends readonly DocumentReference[]> = {
  readonly [Position in keyof R]: DocumentSnapshot;
};

const isComplete = <R extends readonly DocumentReference[]>(
  snapshots: readonly DocumentSnapshot[],
  references: R,
): snapshots is Snapshots<R> => snapshots.length === references.length;

/** In the order of `references`. @throws Error if the database returns fewer */
export async function readAll<R extends readonly DocumentReference[]>(
  reader: BatchReader,
  ...references: R
): Promise<Snapshots<R>> {
  const snapshots = await reader.getAll(...references);
  if (isComplete(snapshots, references)) return snapshots;
  throw new Error(`Requested ${references.length} documents but got ${snapshots.length}`);
}

export async function* readPages(
  query: Query,
  pageSize: number,
): AsyncGenerator<readonly QueryDocumentSnapshot[]> {
  for (let lastDocument: QueryDocumentSnapshot | undefined; ;) {
    const pageQuery = lastDocument ? query.startAfter(lastDocument) : query;
    const { docs } = await pageQuery.limit(pageSize).get();
    yield docs;
    lastDocument = docs[pageSize - 1];
    if (!lastDocument) return;
  }
}

/** gRPC: the transaction conflicted with others too often. */
const ABORTED_CODE = 10;

/** gRPC: covers several errors. {@link CLOSED_PATTERN} matches those of expired transactions. */
const INVALID_ARGUMENT_CODE = 3;

const CLOSED_PATTERN = /transaction (has expired|is invalid or closed)/i;

/** gRPC: the document is gone. */
const NOT_FOUND_CODE = 5;

/** gRPC: the document changed since it was read. */
const FAILED_PRECONDITION_CODE = 9;

const getErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * True if a transaction failed because too many calls changed the same documents, as when a program
 * guesses codes.
 */
export const isContention = (error: unknown): boolean =>
  getErrorCode(error) === ABORTED_CODE ||
  (getErrorCode(error) === INVALID_ARGUMENT_CODE &&
    error instanceof Error &&
    CLOSED_PATTERN.test(error.message));

export function isStaleWrite(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === NOT_FOUND_CODE || code === FAILED_PRECONDITION_CODE;
}

export function ignoreStaleWrite(error: unknown): void {
  if (!isStaleWrite(error)) throw error;
}

/** @returns false if the document didn't exist, or changed since it was read */
export async function updateIfUnchanged(
  {
    ref,
    updateTime,
  }: { readonly ref: DocumentReference; readonly updateTime?: Timestamp | undefined },
  fields: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (!updateTime) return false;
  try {
    await ref.update(fields, { lastUpdateTime: updateTime });
    return true;
  } catch (error) {
    if (isStaleWrite(error)) return false;
    throw error;
  }
}

const ALREADY_EXISTS_CODE = 6;

export const isAlreadyExisting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS_CODE;
