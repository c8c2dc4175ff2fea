import { type DocumentSnapshot, type Query, Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { parseDocument } from '../core/documents';

/** How many documents a query finds. */
export const countOf = async (query: Query): Promise<number> =>
  (await query.count().get()).data().count;

/** Figures, and when they were counted (epoch ms). */
interface Counted<Figures> {
  readonly figures: Figures;
  readonly countedAt: number;
}

/**
 * Figures of a document, counted anew by the first who asks `everyMs` after the last count; nobody counts while nobody asks.
 * What else the document holds stays.
 * @param found the document as it was just read
 * @param count counts them; gets when they were counted last (epoch ms), null before the first count
 * @param now epoch ms
 */
export async function countedFigures<Figures>(
  found: DocumentSnapshot,
  document: z.ZodMiniType<Counted<Figures>>,
  { now, everyMs }: { readonly now: number; readonly everyMs: number },
  count: (last: number | null) => Promise<Figures>,
): Promise<Counted<Figures>> {
  const known = parseDocument(document, found);
  if (known && now - known.countedAt < everyMs) return known;
  const figures = await count(known?.countedAt ?? null);
  const counted = { figures, countedAt: Timestamp.fromMillis(now) };
  await found.ref.set(counted, { mergeFields: ['figures', 'countedAt'] });
  return { figures, countedAt: now };
}
