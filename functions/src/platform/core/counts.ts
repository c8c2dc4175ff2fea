import { setTimeout } from 'node:timers/promises';
import { type DocumentSnapshot, type Query, Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { isContention, parseDocument, updateIfUnchanged } from './documents';

export const countDocuments = async (query: Query): Promise<number> =>
  (await query.count().get()).data().count;

export interface CountedFigures<Figures> {
  readonly figures: Figures;
  readonly countedAt: number;
  readonly claimedAt?: number;
}

/** After this time, the instance that claimed the count is presumed to have failed. */
const CLAIM_TTL_MS = 20_000;

async function claimCount(
  snapshot: DocumentSnapshot,
  { countedAt, claimedAt = countedAt }: CountedFigures<unknown>,
  now: number,
): Promise<boolean> {
  if (claimedAt > countedAt && now - claimedAt < CLAIM_TTL_MS) return false;
  try {
    return await updateIfUnchanged(snapshot, { claimedAt: Timestamp.fromMillis(now) });
  } catch (error) {
    if (isContention(error)) return false;
    throw error;
  }
}

/**
 * In multiples of `intervalMs`. If the figures are older, as after a quiet night, callers wait for
 * a running recount.
 */
const MAX_STALE_INTERVALS = 3;

const MAX_RECOUNT_POLLS = 8;
const RECOUNT_POLL_INTERVAL_MS = 250;

async function waitForRecount<Figures>(
  { ref }: DocumentSnapshot,
  document: z.ZodMiniType<CountedFigures<Figures>>,
  lastCount: CountedFigures<Figures>,
): Promise<CountedFigures<Figures>> {
  for (let attempt = 0; attempt < MAX_RECOUNT_POLLS; attempt += 1) {
    await setTimeout(RECOUNT_POLL_INTERVAL_MS);
    const newest = parseDocument(document, await ref.get());
    if (newest && newest.countedAt > lastCount.countedAt) return newest;
  }
  return lastCount;
}

/**
 * The first request `intervalMs` after the last count recounts the figures. During a recount, other
 * requests get the last figures, or wait two seconds if those are too old.
 * @param snapshot must have just been read
 * @param count gets the last count, null before the first
 */
export async function getOrCountFigures<Figures>(
  snapshot: DocumentSnapshot,
  document: z.ZodMiniType<CountedFigures<Figures>>,
  { now, intervalMs }: { readonly now: number; readonly intervalMs: number },
  count: (lastCount: CountedFigures<Figures> | null) => Promise<Figures>,
): Promise<CountedFigures<Figures>> {
  const lastCount = parseDocument(document, snapshot);
  if (lastCount && now - lastCount.countedAt < intervalMs) return lastCount;
  if (lastCount && !(await claimCount(snapshot, lastCount, now)))
    return now - lastCount.countedAt < MAX_STALE_INTERVALS * intervalMs
      ? lastCount
      : waitForRecount(snapshot, document, lastCount);
  const figures = await count(lastCount);
  const update = { figures, countedAt: Timestamp.fromMillis(now) };
  await snapshot.ref.set(update, { mergeFields: ['figures', 'countedAt'] });
  return { figures, countedAt: now };
}
