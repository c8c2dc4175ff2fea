import type { QueryDocumentSnapshot, QuerySnapshot } from 'firebase/firestore';
import type * as z from 'zod/mini';

export interface RawDocument {
  readonly id: string;
  readonly data: () => unknown;
}

export const getChangedDocuments = (snapshot: QuerySnapshot): QueryDocumentSnapshot[] =>
  snapshot.docChanges().flatMap(({ type, doc }) => (type === 'removed' ? [] : [doc]));

export const parseValidDocuments = <S extends z.ZodMiniType>(
  schema: S,
  documents: readonly RawDocument[],
): { readonly id: string; readonly record: z.output<S> }[] =>
  documents.flatMap((document) => {
    const parsed = schema.safeParse(document.data());
    return parsed.success ? [{ id: document.id, record: parsed.data }] : [];
  });
