import { slotId } from '@quantalgo/contracts/core/slots';
import { type Pair, priceDigits } from '@quantalgo/contracts/market/pairs';
import type { SealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import { isSameRules, LADDER_RULES, type LadderRules } from '@quantalgo/contracts/signals/rules';
import { audienceOfSlot, type Direction, type Source } from '@quantalgo/contracts/signals/signal';
import {
  type Calibration,
  type Chances,
  chancesOf,
  HOLDS_MS,
  MIN_TRIALS,
} from './calibration/calibration';
import { averageRange, type Candle, flawOf, type IsOpen, volatilityOf } from '../market/candles';
import { type Recent, runningLadders } from './runningLadders';
import { LOOKBACK, type Opinion, opinionOf, type Strategy } from './strategies/strategy';
import { strategyHash } from './strategies/hash';

/** A strategy with its calibration. */
export interface Contender {
  readonly strategy: Strategy;
  readonly calibration: Calibration;
}

/** The market data that a slot's signal is chosen from. */
export interface SlotMarket {
  /** Start of the slot, epoch ms. */
  readonly slot: number;
  readonly source: Source;
  /** The newest {@link LOOKBACK} closed candles of each pair, in the order of the pairs. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  /** The reasons why the source had none of a pair. */
  readonly failures?: ReadonlyMap<Pair, string>;
  readonly isOpen: IsOpen;
  /** Of the record, by which its ladders run; those of a new one by default. */
  readonly rules?: LadderRules;
  /** The signals published in the slots before, as many as may still run; in any order. */
  readonly recent?: readonly Recent[];
  /** Ids of the strategies of this slot that staff switched off. */
  readonly strategiesOff?: readonly string[];
}

/** A signal before its publication. */
export interface Draft {
  readonly sealed: SealedSignal;
  /** Probability, in percent, that its first level isn't flat. */
  readonly moves: number;
  readonly reasons: readonly string[];
  readonly strategyHash: string;
}

/** The publisher's decision on a slot. */
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

/**
 * Sorts by the chance of the first entry, which is lower for a pair that hardly moves, then by strength. Ties stay in
 * the order of pairs and strategies.
 */
const byMerit = (a: Candidate, b: Candidate): number =>
  b.chances.firstEntry.value - a.chances.firstEntry.value || b.opinion.score - a.opinion.score;

function candidatesOf(
  pair: Pair,
  windows: ReadonlyMap<Pair, readonly Candle[]>,
  contenders: readonly Contender[],
): Candidate[] {
  const candles = windows.get(pair) ?? [];
  const volatility = volatilityOf(pair, candles);
  return contenders.flatMap((contender) => {
    const opinion = opinionOf(contender.strategy, candles, { pair, windows });
    if (!opinion) return [];
    const chances = chancesOf(contender.calibration, { pair, score: opinion.score, volatility });
    return chances ? [{ pair, contender, opinion, chances }] : [];
  });
}

/**
 * The best of candidates, in order of merit. One whose pair was signalled in the same direction and whose ladder still
 * runs gives way to the best other one that may have its odds: a second stake on the same candles is no second opinion.
 */
function bestOf(
  candidates: readonly Candidate[],
  running: readonly Recent[],
): Candidate | undefined {
  const sorted = candidates.toSorted(byMerit);
  const isNew = ({ pair, opinion: { direction } }: Candidate) =>
    !running.some((one) => one.pair === pair && one.direction === direction);
  const [best] = sorted;
  const reaches = ({ chances }: Candidate) =>
    best !== undefined && chances.firstEntry.high >= best.chances.firstEntry.value;
  return sorted.find((candidate) => isNew(candidate) && reaches(candidate)) ?? best;
}

function draftOf({ pair, contender, opinion, chances }: Candidate, market: SlotMarket): Draft {
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
      audience: audienceOfSlot(market.slot),
      entryPrice: newest.close,
      worstPrice: worstPrice(pair, opinion.direction, candles, newest.close),
      firstEntry,
      confidence,
      calibration: calibration.version,
      source: market.source,
    },
    moves,
    reasons: opinion.reasons(),
    strategyHash: calibration.strategyHash,
  };
}

/** Why a strategy can't compete; null where it can. */
function excuseOf({ strategy, calibration }: Contender): string | null {
  if (calibration.switchedOff)
    return `${strategy.id} is switched off: ${calibration.switchedOff.reason}`;
  return calibration.trials < MIN_TRIALS
    ? `${strategy.id} has been tried ${calibration.trials} times, not ${MIN_TRIALS}`
    : null;
}

/**
 * Chooses a slot's signal from the pairs with sound candles and the strategies of the slot's audience that have enough
 * trials and aren't switched off, a pair whose ladder runs in the same direction last. A slot of an open market without any candidate is missed, with the reason.
 */
export function decideSlot(market: SlotMarket, contenders: readonly Contender[]): SlotDecision {
  const { slot, isOpen } = market;
  if (!isOpen(slot)) return { state: 'closed' };
  const audience = audienceOfSlot(slot);
  const asked = contenders.filter(({ strategy }) => strategy.audiences.includes(audience));
  const competing = asked.filter((contender) => excuseOf(contender) === null);
  const candidates: Candidate[] = [];
  const skipped: string[] = [];
  for (const [pair, candles] of market.candles) {
    if (!isOpen(slot, pair)) continue;
    const isPairOpen = (at: number) => isOpen(at, pair);
    const flaw =
      market.failures?.get(pair) ?? flawOf(candles, { slot, count: LOOKBACK, isOpen: isPairOpen });
    if (flaw === null) candidates.push(...candidatesOf(pair, market.candles, competing));
    else skipped.push(`${pair}: ${flaw}`);
  }
  const { recent = [], rules = LADDER_RULES } = market;
  const running = runningLadders(recent, market.candles, { slot, rules });
  const best = bestOf(candidates, running);
  if (best) return { state: 'published', draft: draftOf(best, market) };
  const off = market.strategiesOff ?? [];
  const switchedOff = off.length === 0 ? [] : [`staff switched off ${off.join(', ')}`];
  const excuses = asked.flatMap((contender) => excuseOf(contender) ?? []);
  const reasons = ['No pair has a signal', ...skipped, ...switchedOff, ...excuses];
  return { state: 'missed', reason: reasons.join('; ') };
}

/** An entry at a price that is worse by half an average candle has lost what it hopes to earn. */
const SHARE_OF_RANGE = 0.5;

/** Offsets binary rounding errors, far below a pair's last digit. */
const DUST = 1e-6;

/**
 * The worst price at which entering still makes sense: the reference plus (CALL) or minus (PUT) half of the average
 * true range of 14 candles (J. W. Wilder, 1978), rounded towards the reference to the pair's digits.
 * @throws RangeError on fewer candles than the range needs.
 */
export function worstPrice(
  pair: Pair,
  direction: Direction,
  candles: readonly Candle[],
  reference: number,
): number {
  const scale = 10 ** priceDigits(pair);
  const room = Math.floor(averageRange(candles) * SHARE_OF_RANGE * scale + DUST);
  const steps = Math.round(reference * scale) + (direction === 'CALL' ? room : -room);
  return Number((steps / scale).toFixed(priceDigits(pair)));
}

/** Where a calibration has to be valid: a slot (epoch ms) of a record. */
interface HeldAt {
  readonly slot: number;
  readonly source: Source;
  readonly rules: LadderRules;
}

function holds(
  { source, strategyHash: hash, rules, fittedAt, trials }: Calibration,
  strategy: Strategy,
  at: HeldAt,
): boolean {
  const age = at.slot - fittedAt;
  const most = trials < MIN_TRIALS ? HOLDS_MS.unknown : HOLDS_MS.known;
  const isOfRecord = source === at.source && isSameRules(rules, at.rules);
  return isOfRecord && hash === strategyHash(strategy) && age >= 0 && age < most;
}

/**
 * Splits strategies into those whose calibrations are valid for a slot of a record, and those to be fitted for it. A
 * calibration fitted under other rules says nothing about signals under these.
 */
export function sortByCalibration(
  strategies: readonly Strategy[],
  calibrations: ReadonlyMap<string, Calibration>,
  at: HeldAt,
): { holding: Contender[]; toFit: Strategy[] } {
  const holding: Contender[] = [];
  const toFit: Strategy[] = [];
  for (const strategy of strategies) {
    const calibration = calibrations.get(strategy.id);
    if (calibration && holds(calibration, strategy, at)) holding.push({ strategy, calibration });
    else toFit.push(strategy);
  }
  return { holding, toFit };
}
