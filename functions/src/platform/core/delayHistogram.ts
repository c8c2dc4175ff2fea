import { slotId } from '@quantalgo/contracts/core/slots';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { KEPT_MS } from '../../retention';

/** Upper bounds (ms) of the classes that delays are counted in; there is one more class beyond them. */
const CLASS_ENDS = [250, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 45_000] as const;

/** The name of the class of a delay (ms). */
export const classOf = (ms: number): string => {
  const end = CLASS_ENDS.find((one) => ms <= one);
  return end === undefined ? 'longer' : `to${end}`;
};

/**
 * Counts the delay (ms) from the start of a slot (epoch ms) until its signal was committed, in `publications/{day}`: a
 * histogram of the UTC day, for operators. The record doesn't depend on it, so a failure is only logged.
 */
export async function countDelay(database: Firestore, slot: number, ms: number): Promise<void> {
  const day = slotId(slot).slice(0, 8);
  const one = FieldValue.increment(1);
  const expireAt = Timestamp.fromMillis(slot + KEPT_MS.publications);
  const data = { day, published: one, delays: { [classOf(ms)]: one }, expireAt };
  try {
    await database.doc(`publications/${day}`).set(data, { merge: true });
  } catch (error) {
    logger.warn('A delay was not counted', { slot: slotId(slot), ms, reason: String(error) });
  }
}

/** The upper bound (ms) of the class of the 95th percentile; null beyond the last class, or without delays. */
export function p95Of(delays: Readonly<Record<string, number>>): number | null {
  const classes = Object.entries(delays)
    .map(([name, count]) => ({ end: Number(name.replace(/^to/, '')), count }))
    .map(({ end, count }) => ({ end: Number.isNaN(end) ? Infinity : end, count }))
    .sort((a, b) => a.end - b.end);
  const all = classes.reduce((sum, { count }) => sum + count, 0);
  let counted = 0;
  for (const { end, count } of classes) {
    counted += count;
    if (counted >= all * 0.95) return end === Infinity ? null : end;
  }
  return null;
}
