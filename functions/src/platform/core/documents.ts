import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/**
 * What a document holds, null where there is none.
 * @throws Error that names the document and the field when it does not hold what it should.
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

/** gRPC's code for a transaction that lost to others too often. */
const ABORTED = 10;

/** Its codes for a document that is gone, and for one that is not as it was read. */
const NOT_FOUND = 5;

const FAILED_PRECONDITION = 9;

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * True where so many calls changed the same documents at once that this one was given up, nothing of it done. People
 * don't: it takes a program that guesses.
 */
export const isContention = (error: unknown): boolean => codeOf(error) === ABORTED;

/** True where a write that was meant for a document as it was read came after another one, and did nothing. */
export function isStaleWrite(error: unknown): boolean {
  const code = codeOf(error);
  return code === NOT_FOUND || code === FAILED_PRECONDITION;
}
