import * as z from 'zod/mini';
import { computeBreakEven } from './ladder';
import { BONFERRONI_Z, Z95 } from './zScores';
import { STATED_PAYOUT } from './payout';
import { LADDER_RULES, type LadderRules } from './rules';
import type { Signal } from './signal';

export const VERDICTS = ['pays', 'unclear', 'paper'] as const;

export const verdictNameSchema = z.enum(VERDICTS);

export type VerdictName = z.infer<typeof verdictNameSchema>;

/** In percent. */
export interface StatedOdds {
  readonly firstEntry: Signal['firstEntry'];
  readonly confidence: Pick<Signal['confidence'], 'value'>;
  /** Chance that the first level isn't flat. Absent from the ledger, which doesn't seal it. */
  readonly moves?: Signal['moves'];
}

export interface SignalVerdict {
  readonly name: VerdictName;
  readonly payout: number;
  /** Rate of won first entries, in percent, that breaks even at this payout. */
  readonly needed: number;
  /** Expected result of the whole ladder, in first stakes; negative for a loss. */
  readonly perFirstStake: number;
}

/** Rates, 0–1. `moves`: the first level isn't flat. `later`: a later level wins if it is played. */
interface LevelRates {
  readonly moves: number;
  readonly first: number;
  readonly later: number;
}

const clamp = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value));

/**
 * F is the stated rate of the first entry, C the rate within n levels, m the share of first levels
 * that aren't flat, and w the rate of each later level (flat ones count as not won). A share m − F
 * reaches the later levels, so C − F = (m − F) (1 − (1 − w)^(n − 1)). The ledger doesn't state m,
 * so w = F is assumed for it, which makes the loss look larger.
 */
export function deriveLevelRates(
  { firstEntry, confidence, moves }: StatedOdds,
  levels: number,
): LevelRates {
  const [first, ladder] = [firstEntry.value / 100, confidence.value / 100];
  if (moves === undefined) {
    const later = 1 - (1 - first) ** (levels - 1);
    const laterShare = later > 0 ? (ladder - first) / later : 0;
    return { moves: clamp(first + laterShare, Math.max(first, ladder), 1), first, later: first };
  }
  const movingShare = clamp(moves / 100, Math.max(first, ladder), 1);
  const wonShare = movingShare > first ? clamp((ladder - first) / (movingShare - first), 0, 1) : 0;
  const later = levels > 1 ? 1 - (1 - wonShare) ** (1 / (levels - 1)) : 0;
  return { moves: movingShare, first, later };
}

/**
 * In first stakes. A share (m − F) (1 − w)^(k − 1) of the signals reaches level k. Each level earns
 * its rate × (1 + payout), less the share that isn't flat.
 */
function computeExpectedResult(
  odds: StatedOdds,
  payout: number,
  { stakes, levels }: LadderRules,
): number {
  const { moves, first, later } = deriveLevelRates(odds, levels);
  const computeGain = (rate: number) => rate * (1 + payout) - Math.max(moves, rate);
  return stakes.reduce((sum, stake, level) => {
    if (level === 0) return sum + stake * computeGain(first);
    return sum + stake * (moves - first) * (1 - later) ** (level - 1) * computeGain(later);
  }, 0);
}

/** Lower end, in percent, of the interval widened by {@link BONFERRONI_Z}. */
const widenLow = ({ value, low }: Signal['firstEntry']): number =>
  value - (value - low) * (BONFERRONI_Z / Z95);

/**
 * Our prices are closes, but a broker’s entry price is worse by its spread. A half spread of 0.1
 * pip costs this many percentage points of won first entries (docs/strategies.md).
 */
export const SPREAD_COST_POINTS = 2;

/** Downgrades “Pays” while too few of the signals with that verdict have won. */
export const downgradePays = (verdict: SignalVerdict, isRefuted: boolean): SignalVerdict =>
  isRefuted && verdict.name === 'pays' ? { ...verdict, name: 'unclear' } : verdict;

const getMovingShare = ({ firstEntry, moves }: StatedOdds): number =>
  moves === undefined ? 1 : Math.max(moves, firstEntry.value) / 100;

/** @param needed rate of won first entries, in percent, that breaks even */
export const isPaying = (odds: StatedOdds, needed: number): boolean =>
  widenLow(odds.firstEntry) > (needed + SPREAD_COST_POINTS) * getMovingShare(odds);

export const isPaperOnly = (verdict: VerdictName): boolean => verdict !== 'pays';

/**
 * `pays`: the interval of moving first entries, widened by {@link BONFERRONI_Z}, is above
 * break-even plus {@link SPREAD_COST_POINTS}. `paper`: their 95% interval is below break-even and
 * the expected result is a loss. Without `moves`, flat entries count as not won.
 * @param payout profit on a won stake, as a share: 0.8 is 80%
 */
export function getVerdict(
  odds: StatedOdds,
  payout: number = STATED_PAYOUT,
  rules: LadderRules = LADDER_RULES,
): SignalVerdict {
  const needed = computeBreakEven(payout).firstEntry;
  const perFirstStake = computeExpectedResult(odds, payout, rules);
  const isLosing = odds.firstEntry.high < needed * getMovingShare(odds) && perFirstStake < 0;
  const name = isPaying(odds, needed) ? 'pays' : isLosing ? 'paper' : 'unclear';
  return { name, payout, needed, perFirstStake };
}
