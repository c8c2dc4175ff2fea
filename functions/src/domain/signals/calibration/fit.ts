import { slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isSameRules, type LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Source } from '@quantalgo/contracts/signals/signal';
import type { Strategy } from '../strategies/strategy';
import { type Calibration, HOLDS_MS, MIN_TRIALS } from './calibration';
import { type Checkup, checkup, CHECKUP_MS, driftIn, wrongSide } from './checkup';
import { Learner, type Learnt } from './learner';
import type { TrialRing, TrialsOfPair } from './trials';
import { strategyHash } from '../strategies/hash';

/** The number of trials, oldest first, from before a time (epoch ms). */
function countBefore(trials: TrialRing, time: number): number {
  let count = trials.length;
  while (count > 0 && trials.slot(count - 1) >= time) count -= 1;
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Learns from all trials, and checks a fit on those before a time (epoch ms) against the later ones. */
function learn(
  pairs: readonly TrialsOfPair[],
  { time, rules }: { readonly time: number; readonly rules: LadderRules },
): Learnt & { checked: Checkup | null; wrong: string | null } {
  const learner = new Learner(rules);
  const split = pairs.map((one) => ({ ...one, from: countBefore(one.trials, time) }));
  for (const { pair, trials, from } of split) learner.add(pair, trials, 0, from);
  const isKnown = sum(split.map(({ from }) => from)) >= MIN_TRIALS;
  const checked = isKnown ? checkup(learner.learnt(), split, time) : null;
  for (const { pair, trials, from } of split) learner.add(pair, trials, from, trials.length);
  return { ...learner.learnt(), checked, wrong: wrongSide(learner.direction()) };
}

/** Where and when a calibration is made. `slot` in epoch ms. */
export interface FitAt {
  readonly slot: number;
  readonly source: Source;
  /** The rules of the trials. */
  readonly rules: LadderRules;
  /** The previous calibration, if there was one. */
  readonly previous?: Calibration | undefined;
  /** Pairs whose source failed, so that they have no trials. */
  readonly failed?: readonly Pair[];
}

function switchedOff(found: string | null, { slot, previous }: FitAt): Calibration['switchedOff'] {
  return found === null ? null : { since: previous?.switchedOff?.since ?? slot, reason: found };
}

type OfPairs = Pick<Calibration, 'trialsByPair' | 'curvesByPair' | 'carriedFrom'>;

/** What is fitted of each pair, and of pairs whose source failed what an earlier fit still holds of them. */
function withCarried(
  { trialsByPair, curvesByPair }: OfPairs,
  hash: string,
  { slot, source, rules, previous, failed = [] }: FitAt,
): OfPairs {
  const isSame =
    previous?.strategyHash === hash &&
    previous.source === source &&
    isSameRules(previous.rules, rules);
  const carried = failed.flatMap((pair) => {
    const [trials, curves] = [previous?.trialsByPair[pair], previous?.curvesByPair[pair]];
    const from = previous?.carriedFrom?.[pair] ?? previous?.fittedAt ?? -Infinity;
    const holds = isSame && slot >= from && slot - from < HOLDS_MS.known;
    return holds && trials && curves ? [{ pair, trials, curves, from }] : [];
  });
  if (carried.length === 0) return { trialsByPair, curvesByPair };
  const each = <T>(of: (one: (typeof carried)[number]) => T) =>
    Object.fromEntries(carried.map((one) => [one.pair, of(one)]));
  return {
    trialsByPair: { ...trialsByPair, ...each(({ trials }) => trials) },
    curvesByPair: { ...curvesByPair, ...each(({ curves }) => curves) },
    carriedFrom: each(({ from }) => from),
  };
}

/**
 * Fits a strategy's calibration to trials that were all decided at `slot` or before, and checks how well a fit of five
 * days ago would have forecast the trials since. A pair whose source failed keeps its trials and curves of before, for
 * as long as a calibration holds; those of all pairs are fitted without it.
 */
export function fitCalibration(
  strategy: Strategy,
  pairs: readonly TrialsOfPair[],
  at: FitAt,
): Calibration {
  const hash = strategyHash(strategy);
  const { checked, wrong, curvesByPair, ...fitted } = learn(pairs, {
    time: at.slot - CHECKUP_MS,
    rules: at.rules,
  });
  const counted = Object.fromEntries(pairs.map((one) => [one.pair, one.trials.length]));
  const ofPairs = withCarried({ trialsByPair: counted, curvesByPair }, hash, at);
  const trials = sum(Object.values(ofPairs.trialsByPair));
  return {
    strategyId: strategy.id,
    strategyHash: hash,
    source: at.source,
    version: `${strategy.id}/${slotId(at.slot)}/n${trials}`,
    fittedAt: at.slot,
    trials,
    ...ofPairs,
    ...fitted,
    checkup: checked,
    switchedOff: switchedOff(wrong ?? (checked && driftIn(checked)), at),
  };
}
