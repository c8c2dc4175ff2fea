import { slotId } from '@quantalgo/contracts/core/slots';
import { type Pair, getPriceDigits } from '@quantalgo/contracts/market/pairs';
import type { SealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import { SHARE_OF_RANGE } from '@quantalgo/contracts/signals/confirmation';
import { isSameRules, LADDER_RULES, type LadderRules } from '@quantalgo/contracts/signals/rules';
import { getSlotAudience, type Direction, type Source } from '@quantalgo/contracts/signals/signal';
import {
  type Calibration,
  type Chances,
  getChances,
  CALIBRATION_TTL_MS,
  MIN_TRIALS,
} from './calibration/calibration';
import { isRestatementProven, poolGains } from './calibration/entryOddsRecord';
import {
  getAverageRange,
  type Candle,
  findCandlesFlaw,
  type IsOpen,
  getVolatility,
} from '../market/candles';
import { type RecentSignal, findRunningLadders } from './runningLadders';
import {
  LOOKBACK,
  type Opinion,
  getOpinion,
  type Strategy,
  type Windows,
} from './strategies/strategy';
import { hashStrategy } from './strategies/hash';

export interface Contender {
  readonly strategy: Strategy;
  readonly calibration: Calibration;
}

export interface SlotMarket {
  readonly slot: number;
  readonly source: Source;
  /** The newest {@link LOOKBACK} closed candles per pair, in the order of pairs. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  readonly failures?: ReadonlyMap<Pair, string>;
  readonly isOpen: IsOpen;
  readonly rules?: LadderRules;
  /** Published signals whose ladders may still run, in any order. */
  readonly recent?: readonly RecentSignal[];
  readonly strategiesOff?: readonly string[];
}

export interface Draft {
  readonly sealed: SealedSignal;
  readonly moves: number;
  /** A go states the odds again, because the contenders’ records have proven that more accurate. */
  readonly restatesOdds: boolean;
  readonly reasons: readonly string[];
  readonly strategyHash: string;
}

export type SlotDecision =
  | { readonly state: 'published'; readonly draft: Draft }
  | { readonly state: 'missed'; readonly reason: string }
  | { readonly state: 'closed' };

interface Candidate {
  readonly pair: Pair;
  readonly contender: Contender;
  readonly opinion: Opinion;
  readonly chances: Chances;
}

// By the win rate of moved first entries, because a flat one returns its stake, then by strength,
// then by the chance to move. Ties keep the order of pairs and strategies.
const compareMerit = (a: Candidate, b: Candidate): number =>
  b.chances.right.value - a.chances.right.value ||
  b.opinion.score - a.opinion.score ||
  b.chances.moves - a.chances.moves;

function getContenderOpinion(
  { strategy, calibration }: Contender,
  candles: readonly Candle[],
  windows: Windows,
): Opinion | null {
  const opinion = getOpinion(strategy, candles, windows);
  if (!opinion?.features || !strategy.weigh || !calibration.model) return opinion;
  return strategy.weigh(opinion.features, calibration.model.weights);
}

function findCandidates(
  pair: Pair,
  windows: ReadonlyMap<Pair, readonly Candle[]>,
  contenders: readonly Contender[],
): Candidate[] {
  const candles = windows.get(pair) ?? [];
  const volatility = getVolatility(pair, candles);
  return contenders.flatMap((contender) => {
    const opinion = getContenderOpinion(contender, candles, { pair, windows });
    if (!opinion) return [];
    const chances = getChances(contender.calibration, { pair, score: opinion.score, volatility });
    return chances ? [{ pair, contender, opinion, chances }] : [];
  });
}

// If the best candidate repeats a running signal's pair and direction, prefers another whose
// interval reaches its odds, because a second stake on the same candles only adds risk.
function chooseBest(
  candidates: readonly Candidate[],
  runningLadders: readonly RecentSignal[],
): Candidate | undefined {
  const ranked = candidates.toSorted(compareMerit);
  const isNew = ({ pair, opinion: { direction } }: Candidate) =>
    !runningLadders.some((signal) => signal.pair === pair && signal.direction === direction);
  const [bestCandidate] = ranked;
  const isWithinOdds = ({ chances }: Candidate) =>
    bestCandidate !== undefined && chances.right.high >= bestCandidate.chances.right.value;
  return ranked.find((candidate) => isNew(candidate) && isWithinOdds(candidate)) ?? bestCandidate;
}

const hasProvenRestatement = (contenders: readonly Contender[]): boolean =>
  isRestatementProven(
    poolGains(contenders.flatMap(({ calibration }) => calibration.record?.entryOdds ?? [])),
  );

function buildDraft(
  { pair, contender, opinion, chances }: Candidate,
  market: SlotMarket,
  contenders: readonly Contender[],
): Draft {
  const candles = market.candles.get(pair) ?? [];
  const newest = candles.at(-1);
  if (!newest) throw new Error(`A candidate needs candles of ${pair}`);
  const { strategy, calibration } = contender;
  const { firstEntry, confidence, moves } = chances;
  return {
    sealed: {
      id: slotId(market.slot),
      pair,
      direction: opinion.direction,
      strategy: strategy.id,
      audience: getSlotAudience(market.slot),
      entryPrice: newest.close,
      worstPrice: computeWorstPrice(pair, opinion.direction, candles, newest.close),
      firstEntry,
      confidence,
      calibration: calibration.version,
      source: market.source,
    },
    moves,
    restatesOdds: hasProvenRestatement(contenders),
    reasons: opinion.reasons(),
    strategyHash: calibration.strategyHash,
  };
}

function getExclusionReason({ strategy, calibration }: Contender): string | null {
  if (calibration.switchedOff)
    return `${strategy.id} is switched off: ${calibration.switchedOff.reason}`;
  return calibration.trials < MIN_TRIALS
    ? `${strategy.id} has been tried ${calibration.trials} times, but ${MIN_TRIALS} are needed`
    : null;
}

/**
 * Chooses a slot's signal from pairs with sound candles and the strategies of the slot's audience.
 * An open slot without a candidate is missed, with the reason.
 */
export function decideSlot(market: SlotMarket, contenders: readonly Contender[]): SlotDecision {
  const { slot, isOpen } = market;
  if (!isOpen(slot)) return { state: 'closed' };
  const audience = getSlotAudience(slot);
  const eligibleContenders = contenders.filter(({ strategy }) =>
    strategy.audiences.includes(audience),
  );
  const competitors = eligibleContenders.filter(
    (contender) => getExclusionReason(contender) === null,
  );
  const candidates: Candidate[] = [];
  const skippedPairs: string[] = [];
  for (const [pair, candles] of market.candles) {
    if (!isOpen(slot, pair)) continue;
    const isPairOpen = (at: number) => isOpen(at, pair);
    const flaw =
      market.failures?.get(pair) ??
      findCandlesFlaw(candles, { slot, count: LOOKBACK, isOpen: isPairOpen });
    if (flaw === null) candidates.push(...findCandidates(pair, market.candles, competitors));
    else skippedPairs.push(`${pair}: ${flaw}`);
  }
  const { recent = [], rules = LADDER_RULES } = market;
  const runningLadders = findRunningLadders(recent, market.candles, { slot, rules });
  const bestCandidate = chooseBest(candidates, runningLadders);
  if (bestCandidate)
    return { state: 'published', draft: buildDraft(bestCandidate, market, contenders) };
  const { strategiesOff = [] } = market;
  const switchedOff =
    strategiesOff.length === 0 ? [] : [`staff switched off ${strategiesOff.join(', ')}`];
  const exclusions = eligibleContenders.flatMap((contender) => getExclusionReason(contender) ?? []);
  const reasons = ['No pair has a signal', ...skippedPairs, ...switchedOff, ...exclusions];
  return { state: 'missed', reason: reasons.join('; ') };
}

// Offsets binary rounding errors, far below a pair's last digit.
const ROUNDING_MARGIN = 1e-6;

/**
 * The worst price worth entering: the reference plus (CALL) or minus (PUT) half the average true
 * range of 14 candles (J. W. Wilder, 1978), rounded towards the reference.
 * @throws RangeError on fewer than 15 candles
 */
export function computeWorstPrice(
  pair: Pair,
  direction: Direction,
  candles: readonly Candle[],
  reference: number,
): number {
  const scale = 10 ** getPriceDigits(pair);
  const roomSteps = Math.floor(getAverageRange(candles) * SHARE_OF_RANGE * scale + ROUNDING_MARGIN);
  const steps = Math.round(reference * scale) + (direction === 'CALL' ? roomSteps : -roomSteps);
  return Number((steps / scale).toFixed(getPriceDigits(pair)));
}

interface CalibrationContext {
  readonly slot: number;
  readonly source: Source;
  readonly rules: LadderRules;
}

function isValid(
  { source, strategyHash: hash, rules, fittedAt, trials }: Calibration,
  strategy: Strategy,
  context: CalibrationContext,
): boolean {
  const ageMs = context.slot - fittedAt;
  const maxAgeMs = trials < MIN_TRIALS ? CALIBRATION_TTL_MS.unknown : CALIBRATION_TTL_MS.known;
  const matchesRecord = source === context.source && isSameRules(rules, context.rules);
  return matchesRecord && hash === hashStrategy(strategy) && ageMs >= 0 && ageMs < maxAgeMs;
}

/**
 * Splits strategies by the validity of their calibrations. One that was fitted under other rules is
 * invalid.
 */
export function partitionByCalibration(
  strategies: readonly Strategy[],
  calibrations: ReadonlyMap<string, Calibration>,
  context: CalibrationContext,
): { calibrated: Contender[]; toFit: Strategy[] } {
  const calibrated: Contender[] = [];
  const toFit: Strategy[] = [];
  for (const strategy of strategies) {
    const calibration = calibrations.get(strategy.id);
    if (calibration && isValid(calibration, strategy, context))
      calibrated.push({ strategy, calibration });
    else toFit.push(strategy);
  }
  return { calibrated, toFit };
}
