import { SLOT_MS } from '../core/slots';
import { STATED_PAYOUT } from './payout';
import type { LadderRules } from './rules';
import type { Direction, Outcome } from './signal';

/** A level of the martingale, counted from 0. */
export type Level = number;

/**
 * Levels of the martingale in a new record. Levels, factor and payout are written into its genesis; an existing record
 * is played, judged and verified by its own rules (see `rules.ts`), so a change here takes effect with a new record.
 */
export const LEVELS: readonly Level[] = [0, 1, 2, 3];

/** The longest ladder that a record may state: its last stake would be 250 times the first. */
export const MAX_LEVELS = 8;

/** Each level stakes this many times the one before it. */
export const STAKE_FACTOR = 2.2;

export interface MartingaleLevel {
  readonly level: Level;
  /** Epoch ms: the close at this time is the level's entry price. */
  readonly entryTime: number;
  /** Epoch ms: the close at this time is the level's exit price. */
  readonly expiryTime: number;
  /** As a multiple of the first stake. */
  readonly stake: number;
}

/** The levels of the signal in the slot that starts at `slot` (epoch ms): level k enters at slot + 5 (k + 1) min. */
export function martingaleLevels(slot: number): MartingaleLevel[] {
  return LEVELS.map((level) => ({
    level,
    entryTime: slot + SLOT_MS * (level + 1),
    expiryTime: slot + SLOT_MS * (level + 2),
    stake: STAKE_FACTOR ** level,
  }));
}

/** The cost of losing all levels, as a multiple of the first stake (18.688 for four levels). */
export const LADDER_LOSS = /* @__PURE__ */ LEVELS.reduce<number>(
  (sum, level) => sum + STAKE_FACTOR ** level,
  0,
);

/** Percent of signals that win within `levels` levels if each entry wins with `firstEntry` percent, independently. */
export const withinLadder = (firstEntry: number, levels: number = LEVELS.length): number =>
  100 * (1 - (1 - firstEntry / 100) ** levels);

/** A coin's win rates, in percent. */
export const COIN = { firstEntry: 50, withinLadder: /* @__PURE__ */ withinLadder(50) } as const;

/**
 * Break-even win rates, in percent, at a payout (profit per unit staked). A single entry is fair at 1 / (1 + payout); a
 * ladder of fair entries is fair too, so its rate follows from that.
 */
export function breakEven(payout: number = STATED_PAYOUT): {
  firstEntry: number;
  withinLadder: number;
} {
  const firstEntry = 100 / (1 + payout);
  return { firstEntry, withinLadder: withinLadder(firstEntry) };
}

/** How a signal ended; a winner names its level. */
export type LadderOutcome =
  | { readonly outcome: Extract<Outcome, 'profit'>; readonly level: Level }
  | { readonly outcome: Exclude<Outcome, 'profit'>; readonly level: null };

/** How many levels a signal has, by the rules of its record. */
type Levels = Pick<LadderRules, 'levels'>;

/** Times (epoch ms) of the closes that a signal of `slot` (epoch ms) may need: level k runs from [k] to [k + 1]. */
export const closeTimes = (slot: number, { levels }: Levels): number[] =>
  Array.from({ length: levels + 1 }, (_, step) => slot + SLOT_MS * (step + 1));

/**
 * Plays the levels on closes in order of time (see {@link closeTimes}), as far as they go: an equal or missing close is
 * flat, a flat first level ends the signal, a flat later one returns its stake, the first winner ends it.
 * @returns null while the closes don't decide it
 */
export function evaluateLadder(
  direction: Direction,
  closes: readonly (number | null)[],
  { levels }: Levels,
): LadderOutcome | null {
  for (let level = 0; level < levels; level += 1) {
    const entry = closes[level];
    const exit = closes[level + 1];
    if (entry === undefined || exit === undefined) return null;
    const rise = entry === null || exit === null ? 0 : exit - entry;
    if (level === 0 && rise === 0) return { outcome: 'break-even', level: null };
    if (direction === 'CALL' ? rise > 0 : rise < 0) return { outcome: 'profit', level };
  }
  return { outcome: 'loss', level: null };
}

/**
 * How many of a settled signal's stored closes decided it: those of its later levels, which may follow, did not.
 * @param closes in order of time
 */
export function decidedBy(
  direction: Direction,
  closes: readonly (number | null)[],
  rules: Levels,
): number {
  for (let count = 2; count < closes.length; count += 1)
    if (evaluateLadder(direction, closes.slice(0, count), rules)) return count;
  return closes.length;
}
