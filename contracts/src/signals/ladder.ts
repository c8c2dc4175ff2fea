import { SLOT_MS } from '../core/slots';
import { STATED_PAYOUT } from './payout';
import type { LadderRules } from './rules';
import type { Direction, Outcome } from './signal';

export type Level = number;

/**
 * Only for new records, whose genesis stores levels, factor and payout. Existing records keep their
 * own rules (see `rules.ts`).
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

/** Percent chance that a ladder wins if each entry wins independently with `firstEntry` percent. */
export const computeLadderWinRate = (firstEntry: number, levels: number = LEVELS.length): number =>
  100 * (1 - (1 - firstEntry / 100) ** levels);

export const COIN = {
  firstEntry: 50,
  withinLadder: computeLadderWinRate(50),
} as const;

/**
 * In percent. A single entry breaks even at 1 / (1 + payout). A ladder of fair entries is fair too,
 * so its rate follows.
 */
export function computeBreakEven(payout: number = STATED_PAYOUT): {
  firstEntry: number;
  withinLadder: number;
} {
  const firstEntry = 100 / (1 + payout);
  return { firstEntry, withinLadder: computeLadderWinRate(firstEntry) };
}

export type LadderOutcome =
  | { readonly outcome: Extract<Outcome, 'profit'>; readonly level: Level }
  | { readonly outcome: Exclude<Outcome, 'profit'>; readonly level: null };

type LevelCount = Pick<LadderRules, 'levels'>;

/** All closes that a signal may need. Level k runs from [k] to [k + 1]. Times in epoch ms. */
export const listCloseTimes = (slot: number, { levels }: LevelCount): number[] =>
  Array.from({ length: levels + 1 }, (_, step) => slot + SLOT_MS * (step + 1));

/**
 * Null while the closes (in order of {@link listCloseTimes}) don't decide the signal. Equal or
 * missing closes are flat. A flat first level ends the signal, a flat later one returns its stake.
 */
export function evaluateLadder(
  direction: Direction,
  closes: readonly (number | null)[],
  { levels }: LevelCount,
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
  rules: LevelCount,
): number {
  for (let count = 2; count < closes.length; count += 1)
    if (evaluateLadder(direction, closes.slice(0, count), rules)) return count;
  return closes.length;
}
