import { setTimeout } from 'node:timers/promises';
import { type DocumentSnapshot, type Query, Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { isContention, parseDocument, updateAsRead } from './documents';

/** How many documents a query finds. */
export const countOf = async (query: Query): Promise<number> =>
  (await query.count().get()).data().count;

/** Figures, and when they were counted (epoch ms). */
interface Counted<Figures> {
  readonly figures: Figures;
  readonly countedAt: number;
  /** When somebody began to count them anew (epoch ms). */
  readonly claimedAt?: number;
}

/** A claim to recount expires after this time (ms): its holder has failed. */
const CLAIM_LAPSES_MS = 20_000;

/** Claims the next count. @returns false where somebody else counts, or changed the document since it was read */
async function claimCount(
  found: DocumentSnapshot,
  { countedAt, claimedAt = countedAt }: Counted<unknown>,
  now: number,
): Promise<boolean> {
  if (claimedAt > countedAt && now - claimedAt < CLAIM_LAPSES_MS) return false;
  try {
    return await updateAsRead(found, { claimedAt: Timestamp.fromMillis(now) });
  } catch (error) {
    if (isContention(error)) return false;
    throw error;
  }
}

/** If figures are older than this many times `everyMs` (after a quiet night), callers wait for a running recount. */
const STALE = 3;

/** How often, and at which interval (ms), a running recount is polled. */
const RETRIES = { most: 8, everyMs: 250 } as const;

/** Waits briefly for another request's recount; otherwise returns the old figures. */
async function soonCounted<Figures>(
  { ref }: DocumentSnapshot,
  document: z.ZodMiniType<Counted<Figures>>,
  known: Counted<Figures>,
): Promise<Counted<Figures>> {
  for (let attempt = 0; attempt < RETRIES.most; attempt += 1) {
    await setTimeout(RETRIES.everyMs);
    const newest = parseDocument(document, await ref.get());
    if (newest && newest.countedAt > known.countedAt) return newest;
  }
  return known;
}

/**
 * Figures of a document, counted anew by the first who asks `everyMs` after the last count; nobody counts while nobody asks.
 * Whoever asks while another counts gets the last ones, or where those are old waits two seconds for the new ones, so a
 * slow database is not asked by all at once. What else the document holds stays.
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
  if (known && !(await claimCount(found, known, now)))
    return now - known.countedAt < STALE * everyMs ? known : soonCounted(found, document, known);
  const figures = await count(known?.countedAt ?? null);
  const counted = { figures, countedAt: Timestamp.fromMillis(now) };
  await found.ref.set(counted, { mergeFields: ['figures', 'countedAt'] });
  return { figures, countedAt: now };
}
