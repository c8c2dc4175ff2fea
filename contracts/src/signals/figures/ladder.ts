import * as z from 'zod/mini';
import { LEVELS, STAKE_FACTOR, STATED_PAYOUT, type Level } from '../martingale';
import type { Direction, Outcome } from '../signal';
import type { MartingaleCost } from './answered';

const count = z.int().check(z.gte(0));

/** Ten-thousandths of a first stake: whole numbers, so that sums are the same in any order. */
const UNIT = 10_000;
const STAKES = LEVELS.map((level) => Math.round(UNIT * STAKE_FACTOR ** level));
const stakeOf = (level: number): number => STAKES[level] ?? 0;
const payoutOf = (level: number, payout: number): number => Math.round(stakeOf(level) * payout);

/** What playing all four levels of every signal cost so far, in ten-thousandths of a first stake. */
export const ladderCountersSchema = z.object({
  result: z.int(),
  /** The highest that the result ever stood, and the deepest fall from there. */
  peak: count,
  drawdown: count,
  /** Lost signals since the last one won, and the most there ever were. */
  streak: count,
  worstStreak: count,
  deepestLevel: z.int().check(z.gte(0), z.lte(3)),
});
export type LadderCounters = z.infer<typeof ladderCountersSchema>;

export const NO_LADDER_PLAYED: LadderCounters = {
  result: 0,
  peak: 0,
  drawdown: 0,
  streak: 0,
  worstStreak: 0,
  deepestLevel: 0,
};

/** How a signal ended, and the closes that say which of its levels were flat. */
export interface Ended {
  readonly outcome: Outcome;
  readonly level: Level | null;
  readonly closes: readonly { readonly price: number | null }[];
}

/** How far the price rose in a level, as {@link play} sees it: a missing close is flat. */
export function riseOf(closes: Ended['closes'], level: number): number {
  const entry = closes[level]?.price ?? null;
  const exit = closes[level + 1]?.price ?? null;
  return entry === null || exit === null ? 0 : exit - entry;
}

/**
 * What a signal's ladder earned (or cost, below 0), in ten-thousandths of a first stake; a flat level returns its stake.
 * `payout` is what a won stake earns: 0.8 is 80 %.
 */
export function ladderResult(
  { outcome, level, closes }: Ended,
  payout: number = STATED_PAYOUT,
): number {
  if (outcome === 'break-even') return 0;
  let result = level === null ? 0 : payoutOf(level, payout);
  for (let lost = 0; lost < (level ?? LEVELS.length); lost += 1)
    if (riseOf(closes, lost) !== 0) result -= stakeOf(lost);
  return result;
}

/** What a signal's first entry alone earned (or cost, below 0), in ten-thousandths of its stake. */
export function firstEntryResult(
  { outcome, level }: Pick<Ended, 'outcome' | 'level'>,
  payout: number = STATED_PAYOUT,
): number {
  if (outcome === 'break-even') return 0;
  return level === 0 ? payoutOf(0, payout) : -UNIT;
}

const deepestOf = ({ outcome, level }: Ended): number =>
  outcome === 'break-even' ? 0 : (level ?? LEVELS.length - 1);

/** Counts one more ladder. */
export function countLadder(counters: LadderCounters, ended: Ended): void {
  counters.result += ladderResult(ended);
  counters.peak = Math.max(counters.peak, counters.result);
  counters.drawdown = Math.max(counters.drawdown, counters.peak - counters.result);
  if (ended.outcome === 'loss') counters.streak += 1;
  if (ended.outcome === 'profit') counters.streak = 0;
  counters.worstStreak = Math.max(counters.worstStreak, counters.streak);
  counters.deepestLevel = Math.max(counters.deepestLevel, deepestOf(ended));
}

/** The direction that would have won the first entry; null where it was flat. */
export function firstEntryWinner({ closes }: Pick<Ended, 'closes'>): Direction | null {
  const rise = riseOf(closes, 0);
  if (rise === 0) return null;
  return rise > 0 ? 'CALL' : 'PUT';
}

/** Ten-thousandths of a first stake as first stakes. */
export const inStakes = (units: number): number => units / UNIT;

/** The honest cost of the ladder over settled signals, of whose first entries so many won and were flat. */
export function martingaleCost(
  ladder: LadderCounters,
  { settled, won, flat }: { settled: number; won: number; flat: number },
): MartingaleCost {
  const perSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    payout: STATED_PAYOUT,
    resultPerSignal: perSignal(inStakes(ladder.result)),
    resultPerFirstEntry: perSignal(won * STATED_PAYOUT - (settled - won - flat)),
    worstStreak: ladder.worstStreak,
    drawdown: inStakes(ladder.drawdown),
    largestStake: settled === 0 ? 0 : inStakes(stakeOf(ladder.deepestLevel)),
  };
}
