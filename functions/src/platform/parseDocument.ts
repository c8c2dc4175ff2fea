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
