import { slotId } from '@quantalgo/contracts/core/slots';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { COLLECTIONS } from '../../collections/collections';
import { logger } from './log';

/** Upper bounds. Slower delays share one more bucket. */
const BUCKET_LIMITS_MS = [250, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 45_000] as const;

export const getDelayBucket = (ms: number): string => {
  const upperBound = BUCKET_LIMITS_MS.find((limit) => ms <= limit);
  return upperBound === undefined ? 'longer' : `to${upperBound}`;
};

/**
 * Counts the delay (ms) from slot start (epoch ms) to the signal's commit in the UTC day's
 * histogram. The record doesn't depend on it, so failures are only logged.
 */
export async function countDelay(database: Firestore, slot: number, ms: number): Promise<void> {
  const day = slotId(slot).slice(0, 8);
  const increment = FieldValue.increment(1);
  const expireAt = Timestamp.fromMillis(slot + COLLECTIONS.publications.retentionMs);
  const data = { day, published: increment, delays: { [getDelayBucket(ms)]: increment }, expireAt };
  try {
    await database.doc(`publications/${day}`).set(data, { merge: true });
  } catch (error) {
    logger.warn('Failed to count a delay', { slot: slotId(slot), ms, reason: String(error) });
  }
}

/**
 * Upper bound (ms) of the 95th percentile's bucket. Null if it is unbounded or there are no delays.
 */
export function getP95(delays: Readonly<Record<string, number>>): number | null {
  const buckets = Object.entries(delays)
    .map(([name, count]) => ({ upperBound: Number(name.replace(/^to/, '')), count }))
    .map(({ upperBound, count }) => ({
      upperBound: Number.isNaN(upperBound) ? Infinity : upperBound,
      count,
    }))
    .sort((a, b) => a.upperBound - b.upperBound);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let cumulative = 0;
  for (const { upperBound, count } of buckets) {
    cumulative += count;
    if (cumulative >= total * 0.95) return upperBound === Infinity ? null : upperBound;
  }
  return null;
}
