import { slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isSameRules, type LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Source } from '@quantalgo/contracts/signals/signal';
import type { Strategy } from '../strategies/strategy';
import {
  type Calibration,
  CALIBRATION_TTL_MS,
  MIN_TRIALS,
  SWITCH_OFF_CAUSES,
  type SwitchOffCause,
} from './calibration';
import { type Checkup, checkFit, CHECKUP_PERIOD_MS, findDrift, findWrongSide } from './checkup';
import { Learner, type LearntCurves } from './learner';
import { type Model, updateModel } from '../regression/model';
import { START } from '../regression/start';
import {
  countPublished,
  EMPTY_RECORD,
  findAsideReason,
  type PublishedRecord,
  type PublishedResult,
  toCountedUntil,
  toResultDay,
} from './published';
import type { PairTrialRing, TimedSample, TrialRing } from './trials';
import { hashStrategy } from '../strategies/hash';

function countBefore(trials: TrialRing, time: number): number {
  let count = trials.length;
  while (count > 0 && trials.slot(count - 1) >= time) count -= 1;
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

// Learns from all trials, and checks a fit on those before `time` (epoch ms) against the later
// ones.
function learnCurves(
  { expects }: Strategy,
  pairs: readonly PairTrialRing[],
  { time, rules }: { readonly time: number; readonly rules: LadderRules },
): LearntCurves & { checkup: Checkup | null; wrongSide: string | null } {
  const learner = new Learner(rules, expects);
  const splitPairs = pairs.map((item) => ({ ...item, from: countBefore(item.trials, time) }));
  for (const { pair, trials, from } of splitPairs) learner.add(pair, trials, 0, from);
  const hasEnough = sum(splitPairs.map(({ from }) => from)) >= MIN_TRIALS;
  const checkup = hasEnough ? checkFit(learner.learnt(), splitPairs, time) : null;
  for (const { pair, trials, from } of splitPairs) learner.add(pair, trials, from, trials.length);
  return { ...learner.learnt(), checkup, wrongSide: findWrongSide(learner.direction()) };
}

export interface FitContext {
  readonly slot: number;
  readonly source: Source;
  readonly rules: LadderRules;
  readonly previous?: Calibration | undefined;
  readonly failed?: readonly Pair[];
  /**
   * Settled signals of all strategies since the previous fit. Without them, the record doesn't
   * change.
   */
  readonly published?: readonly PublishedResult[];
}

const isComparable = (
  previous: Calibration | undefined,
  hash: string,
  { source, rules }: Pick<FitContext, 'source' | 'rules'>,
): previous is Calibration =>
  previous?.strategyHash === hash &&
  previous.source === source &&
  isSameRules(previous.rules, rules);

// Learns only new, whole days, in order, so that the time of the fit doesn't change the result.
function advanceModel(
  { weigh }: Strategy,
  pairs: readonly PairTrialRing[],
  { slot, previous }: Pick<FitContext, 'slot' | 'previous'>,
): Model | undefined {
  if (!weigh) return undefined;
  const initialModel = previous?.model ?? START;
  const until = toCountedUntil(slot);
  const days = new Map<number, TimedSample[]>();
  for (const sample of pairs.flatMap(({ samples = [] }) => samples)) {
    if (sample.slot < initialModel.until || sample.slot >= until) continue;
    const day = toResultDay(sample.slot);
    const daySamples = days.get(day);
    if (daySamples) daySamples.push(sample);
    else days.set(day, [sample]);
  }
  const sortedDays = [...days].toSorted(([a], [b]) => a - b);
  return sortedDays.reduce(
    (model, [, samples]) => updateModel(model, samples, until),
    initialModel,
  );
}

// The picks that a strategy would have published: its strongest opinion of each slot.
function listShadowPicks(pairs: readonly PairTrialRing[], from: number) {
  const bestBySlot = new Map<
    number,
    { score: number; isFlat: boolean; isFirstEntryWon: boolean }
  >();
  for (const { trials } of pairs)
    for (let index = trials.length - 1; index >= 0 && trials.slot(index) >= from; index -= 1) {
      const [slot, score] = [trials.slot(index), trials.score(index)];
      if (score <= (bestBySlot.get(slot)?.score ?? -Infinity)) continue;
      const isFirstEntryWon = trials.isFirstEntryWon(index);
      bestBySlot.set(slot, { score, isFlat: trials.isFlat(index), isFirstEntryWon });
    }
  return [...bestBySlot]
    .filter(([, { isFlat }]) => !isFlat)
    .map(([slot, { isFirstEntryWon }]) => ({ slot, isFirstEntryWon }));
}

function advanceRecord(
  { id, onTrial = false }: Strategy,
  pairs: readonly PairTrialRing[],
  { slot, previous, published }: FitContext,
): PublishedRecord | undefined {
  if (!published) return previous?.record;
  const record = previous?.record ?? EMPTY_RECORD;
  const ownResults = published.filter(({ strategy }) => strategy === id);
  const isAside = previous ? previous.switchedOff?.cause === 'record' : onTrial;
  const shadowPicks = isAside ? listShadowPicks(pairs, record.until) : [];
  return countPublished(record, slot, ownResults, shadowPicks);
}

/** True while a fit lacks a pair, so that a later one can still count whole days with every pair. */
const isWaitingForPairs = ({ record }: Calibration, { slot, failed = [] }: FitContext): boolean =>
  failed.length > 0 && record !== undefined && slot - record.until < CALIBRATION_TTL_MS.known;

function toSwitchedOff(
  reasons: Readonly<Record<SwitchOffCause, string | null>>,
  { slot, previous }: FitContext,
): Calibration['switchedOff'] {
  const since = previous?.switchedOff?.since ?? slot;
  for (const cause of SWITCH_OFF_CAUSES) {
    const reason = reasons[cause];
    if (reason !== null) return { since, reason, cause };
  }
  return null;
}

type PairFits = Pick<Calibration, 'trialsByPair' | 'curvesByPair' | 'carriedFrom'>;

function carryOver(
  { trialsByPair, curvesByPair }: PairFits,
  hash: string,
  context: FitContext,
): PairFits {
  const { slot, previous, failed = [] } = context;
  const carriedFits = failed.flatMap((pair) => {
    const [trials, curves] = [previous?.trialsByPair[pair], previous?.curvesByPair[pair]];
    const from = previous?.carriedFrom?.[pair] ?? previous?.fittedAt ?? -Infinity;
    const isValid =
      isComparable(previous, hash, context) &&
      slot >= from &&
      slot - from < CALIBRATION_TTL_MS.known;
    return isValid && trials && curves ? [{ pair, trials, curves, from }] : [];
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
 * Also checks how well a fit of five days ago forecast the newest trials. Pairs whose source failed
 * keep their previous trials and curves while those are valid. The shared curves ignore them.
 */
export function fitCalibration(
  strategy: Strategy,
  pairs: readonly PairTrialRing[],
  context: FitContext,
): Calibration {
  const hash = hashStrategy(strategy);
  const { checkup, wrongSide, curvesByPair, ...learntCurves } = learnCurves(strategy, pairs, {
    time: context.slot - CHECKUP_PERIOD_MS,
    rules: context.rules,
  });
  const trialCounts = Object.fromEntries(pairs.map((item) => [item.pair, item.trials.length]));
  const pairFits = carryOver({ trialsByPair: trialCounts, curvesByPair }, hash, context);
  const trials = sum(Object.values(pairFits.trialsByPair));
  const comparable = isComparable(context.previous, hash, context) ? context.previous : undefined;
  // The odds of a changed strategy's earlier signals were corrected by a record it no longer has.
  const isChanged = context.previous !== undefined && !comparable;
  const options = { ...context, previous: comparable, ...(isChanged && { published: [] }) };
  const isWaiting = comparable !== undefined && isWaitingForPairs(comparable, context);
  const advanced = isWaiting ? comparable.record : advanceRecord(strategy, pairs, options);
  // The next fit mustn't count the last signals of the strategy before the change.
  const record = advanced && isChanged ? { ...advanced, until: context.slot } : advanced;
  const model = isWaiting ? comparable.model : advanceModel(strategy, pairs, options);
  const offReasons = {
    record: findAsideReason(record ?? EMPTY_RECORD, strategy),
    'wrong-side': wrongSide,
    drift: checkup && findDrift(checkup),
  };
  return {
    strategyId: strategy.id,
    strategyHash: hash,
    source: context.source,
    version: `${strategy.id}/${slotId(context.slot)}/n${trials}`,
    fittedAt: context.slot,
    trials,
    ...pairFits,
    ...learntCurves,
    ...(record && { record }),
    ...(model && { model }),
    checkup,
    switchedOff: toSwitchedOff(offReasons, context),
  };
}
