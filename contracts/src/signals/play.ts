import { SLOT_MS } from '../time/slots';
import { LEVELS, type Level } from './martingale';
import type { Direction, Outcome } from './signal';

/** How a signal ended; a winner names its level. */
export type Verdict =
  | { readonly outcome: Extract<Outcome, 'profit'>; readonly level: Level }
  | { readonly outcome: Exclude<Outcome, 'profit'>; readonly level: null };

/** Times (epoch ms) of the closes that a signal of `slot` (epoch ms) can need: level k enters at [k], exits at [k + 1]. */
export const closeTimes = (slot: number): number[] =>
  [...LEVELS, LEVELS.length].map((step) => slot + SLOT_MS * (step + 1));

/**
 * Plays the levels on closes in order of time (see {@link closeTimes}), as far as they go: an equal or missing close is
 * flat, a flat first level ends the signal, a flat later one returns its stake, the first winner ends it.
 * @returns null while the closes leave it undecided.
 */
export function play(direction: Direction, closes: readonly (number | null)[]): Verdict | null {
  for (const level of LEVELS) {
    const entry = closes[level];
    const exit = closes[level + 1];
    if (entry === undefined || exit === undefined) return null;
    const rise = entry === null || exit === null ? 0 : exit - entry;
    if (level === 0 && rise === 0) return { outcome: 'break-even', level: null };
    if (direction === 'CALL' ? rise > 0 : rise < 0) return { outcome: 'profit', level };
  }
  return { outcome: 'loss', level: null };
}
