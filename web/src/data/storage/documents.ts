import type { QueryDocumentSnapshot, QuerySnapshot } from 'firebase/firestore';
import type * as z from 'zod/mini';

/** A document as the database sends it, unparsed. */
export interface SentDocument {
  readonly id: string;
  readonly data: () => unknown;
}

/** The documents of a listener's list that are new or have changed. */
export const arrivedIn = (snapshot: QuerySnapshot): QueryDocumentSnapshot[] =>
  snapshot.docChanges().flatMap(({ type, doc }) => (type === 'removed' ? [] : [doc]));

/** Those of the documents that this build can read, parsed: an unreadable one doesn't affect others. */
export const readableIn = <S extends z.ZodMiniType>(
  schema: S,
  documents: readonly SentDocument[],
): { readonly id: string; readonly record: z.output<S> }[] =>
  documents.flatMap((document) => {
    const parsed = schema.safeParse(document.data());
    return parsed.success ? [{ id: document.id, record: parsed.data }] : [];
  });
