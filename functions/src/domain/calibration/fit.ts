import { slotId, type LadderRules, type Source } from '@quantalgo/contracts';
import { strategyHash } from '../ledger';
import type { Strategy } from '../strategies/strategy';
import { type Calibration, FEWEST_TRIALS } from './calibration';
import { type Checkup, checkup, CHECKUP_MS, driftIn, wrongSide } from './checkup';
import { Learner, type Learnt } from './learner';
import type { TrialRing, TrialsOfPair } from './trials';

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
  const isKnown = sum(split.map(({ from }) => from)) >= FEWEST_TRIALS;
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
}

function switchedOff(found: string | null, { slot, previous }: FitAt): Calibration['switchedOff'] {
  return found === null ? null : { since: previous?.switchedOff?.since ?? slot, reason: found };
}

/**
 * Fits a strategy's calibration to trials that were all decided at `slot` or before, and checks how well a fit of five
 * days ago would have forecast the trials since.
 */
export function fitCalibration(
  strategy: Strategy,
  pairs: readonly TrialsOfPair[],
  at: FitAt,
): Calibration {
  const trials = sum(pairs.map((one) => one.trials.length));
  const { checked, wrong, ...fitted } = learn(pairs, {
    time: at.slot - CHECKUP_MS,
    rules: at.rules,
  });
  return {
    strategyId: strategy.id,
    strategyHash: strategyHash(strategy),
    source: at.source,
    version: `${strategy.id}/${slotId(at.slot)}/n${trials}`,
    fittedAt: at.slot,
    trials,
    trialsByPair: Object.fromEntries(pairs.map((one) => [one.pair, one.trials.length])),
    ...fitted,
    checkup: checked,
    switchedOff: switchedOff(wrong ?? (checked && driftIn(checked)), at),
  };
}
