import { slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isSameRules, type LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Source } from '@quantalgo/contracts/signals/signal';
import type { Strategy } from '../strategies/strategy';
import { type Calibration, CALIBRATION_TTL_MS, MIN_TRIALS } from './calibration';
import { type Checkup, checkFit, CHECKUP_MS, findDrift, findWrongSide } from './checkup';
import { Learner, type LearntCurves } from './learner';
import type { TrialRing, PairTrialRing } from './trials';
import { hashStrategy } from '../strategies/hash';

function countBefore(trials: TrialRing, time: number): number {
  let count = trials.length;
  while (count > 0 && trials.slot(count - 1) >= time) count -= 1;
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

// Learns from all trials, and checks a fit on those before `time` (epoch ms) against the later ones.
function learn(
  pairs: readonly PairTrialRing[],
  { time, rules }: { readonly time: number; readonly rules: LadderRules },
): LearntCurves & { checked: Checkup | null; wrong: string | null } {
  const learner = new Learner(rules);
  const split = pairs.map((item) => ({ ...item, from: countBefore(item.trials, time) }));
  for (const { pair, trials, from } of split) learner.add(pair, trials, 0, from);
  const hasEnough = sum(split.map(({ from }) => from)) >= MIN_TRIALS;
  const checked = hasEnough ? checkFit(learner.learnt(), split, time) : null;
  for (const { pair, trials, from } of split) learner.add(pair, trials, from, trials.length);
  return { ...learner.learnt(), checked, wrong: findWrongSide(learner.direction()) };
}

export interface FitAt {
  readonly slot: number;
  readonly source: Source;
  readonly rules: LadderRules;
  readonly previous?: Calibration | undefined;
  readonly failed?: readonly Pair[];
}

function toSwitchedOff(
  reason: string | null,
  { slot, previous }: FitAt,
): Calibration['switchedOff'] {
  return reason === null ? null : { since: previous?.switchedOff?.since ?? slot, reason };
}

type PairFits = Pick<Calibration, 'trialsByPair' | 'curvesByPair' | 'carriedFrom'>;

function carryOver(
  { trialsByPair, curvesByPair }: PairFits,
  hash: string,
  { slot, source, rules, previous, failed = [] }: FitAt,
): PairFits {
  const isComparable =
    previous?.strategyHash === hash &&
    previous.source === source &&
    isSameRules(previous.rules, rules);
  const carriedFits = failed.flatMap((pair) => {
    const [trials, curves] = [previous?.trialsByPair[pair], previous?.curvesByPair[pair]];
    const from = previous?.carriedFrom?.[pair] ?? previous?.fittedAt ?? -Infinity;
    const holds = isComparable && slot >= from && slot - from < CALIBRATION_TTL_MS.known;
    return holds && trials && curves ? [{ pair, trials, curves, from }] : [];
  });
  if (carriedFits.length === 0) return { trialsByPair, curvesByPair };
  const mapCarried = <T>(select: (fit: (typeof carriedFits)[number]) => T) =>
    Object.fromEntries(carriedFits.map((fit) => [fit.pair, select(fit)]));
  return {
    trialsByPair: { ...trialsByPair, ...mapCarried(({ trials }) => trials) },
    curvesByPair: { ...curvesByPair, ...mapCarried(({ curves }) => curves) },
    carriedFrom: mapCarried(({ from }) => from),
  };
}

/**
 * Fits a calibration to trials decided at `slot` or earlier, and checks how well a fit of five days ago would have
 * forecast the later ones. A pair whose source failed keeps its previous trials and curves while they are valid; the
 * shared curves are fitted without it.
 */
export function fitCalibration(
  strategy: Strategy,
  pairs: readonly PairTrialRing[],
  at: FitAt,
): Calibration {
  const hash = hashStrategy(strategy);
  const { checked, wrong, curvesByPair, ...fitted } = learn(pairs, {
    time: at.slot - CHECKUP_MS,
    rules: at.rules,
  });
  const trialCounts = Object.fromEntries(pairs.map((item) => [item.pair, item.trials.length]));
  const pairFits = carryOver({ trialsByPair: trialCounts, curvesByPair }, hash, at);
  const trials = sum(Object.values(pairFits.trialsByPair));
  return {
    strategyId: strategy.id,
    strategyHash: hash,
    source: at.source,
    version: `${strategy.id}/${slotId(at.slot)}/n${trials}`,
    fittedAt: at.slot,
    trials,
    ...pairFits,
    ...fitted,
    checkup: checked,
    switchedOff: toSwitchedOff(wrong ?? (checked && findDrift(checked)), at),
  };
}
