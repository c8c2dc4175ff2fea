/**
 * Lower-case terms for each word of a query. A text matches if it contains one term of each word.
 */
export type QueryParser = (q: string | null) => readonly (readonly string[])[];

export const splitWords = (q: string | null): string[] =>
  (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);

export const parseWords: QueryParser = (q) => splitWords(q).map((word) => [word]);
