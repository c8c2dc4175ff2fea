import { SLOT_MS } from '../core/slots';
import { STATED_PAYOUT } from './payout';
import type { LadderRules } from './rules';
import type { Direction, Outcome } from './signal';

export type Level = number;

/**
 * For new records. Levels, factor and payout are written into a record's genesis, and existing records are
 * played, judged and verified by their own rules (see `rules.ts`).
 */
export const LEVELS: readonly Level[] = [0, 1, 2, 3];

export const MAX_LEVELS = 8;

export const STAKE_FACTOR = 2.2;

export interface MartingaleLevel {
  readonly level: Level;
  /** Epoch ms; the close at this time is the entry price. */
  readonly entryTime: number;
  /** Epoch ms; the close at this time is the exit price. */
  readonly expiryTime: number;
  readonly stake: number;
}

export function listMartingaleLevels(slot: number): MartingaleLevel[] {
  return LEVELS.map((level) => ({
    level,
    entryTime: slot + SLOT_MS * (level + 1),
    expiryTime: slot + SLOT_MS * (level + 2),
    stake: STAKE_FACTOR ** level,
  }));
}

export const LADDER_LOSS = LEVELS.reduce<number>((sum, level) => sum + STAKE_FACTOR ** level, 0);

/** Percent of signals that win within `levels` levels if entries win independently with `firstEntry` percent. */
export const computeLadderRate = (firstEntry: number, levels: number = LEVELS.length): number =>
  100 * (1 - (1 - firstEntry / 100) ** levels);

export const COIN = {
  firstEntry: 50,
  withinLadder: computeLadderRate(50),
} as const;

/**
 * In percent, at a payout (profit per unit staked). A single entry is fair at 1 / (1 + payout); a ladder of
 * fair entries is fair too, so its rate follows from that.
 */
export function computeBreakEven(payout: number = STATED_PAYOUT): {
  firstEntry: number;
  withinLadder: number;
} {
  const firstEntry = 100 / (1 + payout);
  return { firstEntry, withinLadder: computeLadderRate(firstEntry) };
}

export type LadderOutcome =
  | { readonly outcome: Extract<Outcome, 'profit'>; readonly level: Level }
  | { readonly outcome: Exclude<Outcome, 'profit'>; readonly level: null };

type Levels = Pick<LadderRules, 'levels'>;

/** Epoch ms of all closes a signal may need: level k runs from [k] to [k + 1]. `slot` in epoch ms. */
export const listCloseTimes = (slot: number, { levels }: Levels): number[] =>
  Array.from({ length: levels + 1 }, (_, step) => slot + SLOT_MS * (step + 1));

/**
 * Plays the levels on closes in order of time (see {@link listCloseTimes}), as far as they go. An equal or
 * missing close is flat: a flat first level ends the signal, a flat later one returns its stake. Null while
 * the closes don't decide the signal.
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

export function countDecidingCloses(
  direction: Direction,
  closes: readonly (number | null)[],
  rules: Levels,
): number {
  for (let count = 2; count < closes.length; count += 1)
    if (evaluateLadder(direction, closes.slice(0, count), rules)) return count;
  return closes.length;
}
