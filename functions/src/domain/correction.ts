import { REVEAL_WITHIN_MS, type Signal } from '@quantalgo/contracts';
import type { Judged } from './record';
import { NO_CLOSE, judge } from './settlement';

/**
 * How a settled signal would have ended by the closes that its source tells today; null where that is how it ended.
 * Nothing is said where the source has lost a close that the settlement had, and of a signal that was lost because nobody
 * judged it in time.
 * @param closes by time (epoch ms), as they were read at `fetchedAt` (epoch ms)
 */
export function correctionOf(
  { createdAt, direction, settlement }: Pick<Signal, 'createdAt' | 'direction' | 'settlement'>,
  closes: ReadonlyMap<number, number>,
  fetchedAt: number,
): Judged | null {
  const revealedBy = createdAt + REVEAL_WITHIN_MS;
  if (settlement === null || settlement.settledAt > revealedBy) return null;
  const isLost = settlement.closes.some(({ at, price }) => price !== null && !closes.has(at));
  if (isLost) return null;
  const closeAt = (time: number) => closes.get(time) ?? NO_CLOSE.missing;
  const again = judge({ createdAt, direction }, closeAt, revealedBy);
  if (again.state === 'waiting') return null;
  const { outcome, level } = again;
  if (outcome === settlement.outcome && level === settlement.level) return null;
  return { outcome, level, closes: [...again.closes], fetchedAt };
}
