import { SLOT_MS } from '../core/slots';
import { LEVELS } from './ladder';
import type { Pair } from '../market/pairs';
import { hasCandle, findNextOpenSlot } from '../market/marketHours';

const LADDER_DURATION_MS = (LEVELS.length + 1) * SLOT_MS;

export const isPairOpen = (pair: Pair, slot: number): boolean =>
  hasCandle(pair, slot) && hasCandle(pair, slot + LADDER_DURATION_MS);

/** Null if a signal is possible at `at`, or if none is within two weeks. Times in epoch ms. */
export const findNextOpening = (pairs: readonly Pair[], at: number): number | null =>
  findNextOpenSlot((slot) => pairs.some((pair) => isPairOpen(pair, slot)), at);
