import { SLOT_MS } from '../core/slots';
import { LEVELS } from './ladder';
import type { Pair } from '../market/pairs';
import { hasCandle, nextOpenSlot } from '../market/marketHours';

/** From a signal's slot to its last exit. */
const LEVELS_END_AFTER_MS = (LEVELS.length + 1) * SLOT_MS;

/** Whether a pair can have a signal at `slot` (epoch ms): it has a candle, and its levels end before the close. */
export const isPairOpen = (pair: Pair, slot: number): boolean =>
  hasCandle(pair, slot) && hasCandle(pair, slot + LEVELS_END_AFTER_MS);

/**
 * The first slot after `at` (both epoch ms) with a signal possible for one of the pairs; null if one is possible at
 * `at`, or none within two weeks.
 */
export const nextOpening = (pairs: readonly Pair[], at: number): number | null =>
  nextOpenSlot((slot) => pairs.some((pair) => isPairOpen(pair, slot)), at);
