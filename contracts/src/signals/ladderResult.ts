import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { SignalEnd } from './signalEnd';
import type { MartingaleCost } from './figures';
import { MAX_LEVELS } from './ladder';
import { STATED_PAYOUT } from './payout';
import type { LadderRules } from './rules';
import type { Direction } from './signal';

/**
 * Results are integers, in ten-thousandths of a first stake, so that sums don't depend on the
 * order.
 */
const UNITS_PER_STAKE = 10_000;

const getStakeUnits = ({ stakes }: LadderRules, level: number): number =>
  Math.round(UNITS_PER_STAKE * (stakes[level] ?? 0));

export const ladderCountersSchema = z.object({
  result: z.int(),
  peak: countSchema,
  drawdown: countSchema,
  streak: countSchema,
  worstStreak: countSchema,
  deepestLevel: z.int().check(z.gte(0), z.lt(MAX_LEVELS)),
});

export type LadderCounters = z.infer<typeof ladderCountersSchema>;

export const EMPTY_LADDER_COUNTERS: LadderCounters = {
  result: 0,
  peak: 0,
  drawdown: 0,
  streak: 0,
  worstStreak: 0,
  deepestLevel: 0,
};

/** A missing close counts as flat. */
export function getRise(closes: SignalEnd['closes'], level: number): number {
  const entry = closes[level]?.price ?? null;
  const exit = closes[level + 1]?.price ?? null;
  return entry === null || exit === null ? 0 : exit - entry;
}

/**
 * In ten-thousandths of a first stake. Flat levels return their stake. Signals revealed too late
 * lose all levels, whatever their closes say.
 */
export function computeLadderResult(
  { outcome, level, closes, isLate }: SignalEnd,
  rules: LadderRules,
): number {
  if (outcome === 'break-even') return 0;
  let result = level === null ? 0 : Math.round(getStakeUnits(rules, level) * rules.payout);
  for (let lostLevel = 0; lostLevel < (level ?? rules.levels); lostLevel += 1)
    if (isLate === true || getRise(closes, lostLevel) !== 0)
      result -= getStakeUnits(rules, lostLevel);
  return result;
}

export function computeFirstEntryResult(
  { outcome, level }: Pick<SignalEnd, 'outcome' | 'level'>,
  payout: number = STATED_PAYOUT,
): number {
  if (outcome === 'break-even') return 0;
  return level === 0 ? Math.round(UNITS_PER_STAKE * payout) : -UNITS_PER_STAKE;
}

const getDeepestLevel = ({ outcome, level }: SignalEnd, { levels }: LadderRules): number =>
  outcome === 'break-even' ? 0 : (level ?? levels - 1);

export function countLadder(counters: LadderCounters, ended: SignalEnd, rules: LadderRules): void {
  counters.result += computeLadderResult(ended, rules);
  counters.peak = Math.max(counters.peak, counters.result);
  counters.drawdown = Math.max(counters.drawdown, counters.peak - counters.result);
  if (ended.outcome === 'loss') counters.streak += 1;
  if (ended.outcome === 'profit') counters.streak = 0;
  counters.worstStreak = Math.max(counters.worstStreak, counters.streak);
  counters.deepestLevel = Math.max(counters.deepestLevel, getDeepestLevel(ended, rules));
}

export function findFirstEntryWinner({ closes }: Pick<SignalEnd, 'closes'>): Direction | null {
  const rise = getRise(closes, 0);
  if (rise === 0) return null;
  return rise > 0 ? 'CALL' : 'PUT';
}

export const toStakes = (units: number): number => units / UNITS_PER_STAKE;

export function computeMartingaleCost(
  ladder: LadderCounters,
  { settled, won, flat }: { settled: number; won: number; flat: number },
  rules: LadderRules,
): MartingaleCost {
  const getAveragePerSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    payout: rules.payout,
    resultPerSignal: getAveragePerSignal(toStakes(ladder.result)),
    resultPerFirstEntry: getAveragePerSignal(won * rules.payout - (settled - won - flat)),
    worstStreak: ladder.worstStreak,
    drawdown: toStakes(ladder.drawdown),
    largestStake: settled === 0 ? 0 : toStakes(getStakeUnits(rules, ladder.deepestLevel)),
  };
}
