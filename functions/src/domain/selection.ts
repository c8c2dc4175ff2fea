import {
  audienceOfSlot,
  slotId,
  type Pair,
  type SealedSignal,
  type Source,
} from '@quantalgo/contracts';
import {
  FEWEST_TRIALS,
  chancesOf,
  type Calibration,
  type Chances,
} from './calibration/calibration';
import { flawOf, type Candle, type IsOpen } from './candles';
import { opinionOf } from './strategies/opinions';
import { LOOKBACK, type Opinion, type Strategy } from './strategies/strategy';
import { volatilityOf } from './volatility';
import { worstPrice } from './worstPrice';

/** A strategy with what is known about how it did. */
export interface Contender {
  readonly strategy: Strategy;
  readonly calibration: Calibration;
}

/** What a slot's signal is chosen from. */
export interface SlotMarket {
  /** Start of the slot, epoch ms. */
  readonly slot: number;
  readonly source: Source;
  /** The newest {@link LOOKBACK} closed candles of each pair, in the order of the pairs. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  /** Why the source had none of a pair, in words. */
  readonly failures?: ReadonlyMap<Pair, string>;
  readonly isOpen: IsOpen;
}

/** A signal that nobody has seen yet. */
export interface Draft {
  readonly sealed: SealedSignal;
  readonly reasons: readonly string[];
  readonly strategyHash: string;
}

/** What a publisher makes of a slot. */
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
 * Best first entry, which a pair that hardly moves has less of, then strongest lean; what is equal stays in the order of
 * pairs and strategies.
 */
const byMerit = (a: Candidate, b: Candidate): number =>
  b.chances.firstEntry.value - a.chances.firstEntry.value || b.opinion.score - a.opinion.score;

function candidatesOf(
  pair: Pair,
  candles: readonly Candle[],
  contenders: readonly Contender[],
): Candidate[] {
  const volatility = volatilityOf(pair, candles);
  return contenders.flatMap((contender) => {
    const opinion = opinionOf(contender.strategy, candles);
    if (!opinion) return [];
    const chances = chancesOf(contender.calibration, { pair, score: opinion.score, volatility });
    return chances ? [{ pair, contender, opinion, chances }] : [];
  });
}

function draftOf({ pair, contender, opinion, chances }: Candidate, market: SlotMarket): Draft {
  const candles = market.candles.get(pair) ?? [];
  const newest = candles.at(-1);
  if (!newest) throw new Error(`A candidate needs candles of ${pair}`);
  const { strategy, calibration } = contender;
  return {
    sealed: {
      id: slotId(market.slot),
      pair,
      direction: opinion.direction,
      strategy: strategy.id,
      audience: strategy.audience,
      entryPrice: newest.close,
      worstPrice: worstPrice(pair, opinion.direction, candles, newest.close),
      ...chances,
      calibration: calibration.version,
      source: market.source,
    },
    reasons: opinion.reasons(),
    strategyHash: calibration.strategyHash,
  };
}

/** Why a strategy can't compete; null where it can. */
function excuseOf({ strategy, calibration }: Contender): string | null {
  if (calibration.switchedOff)
    return `${strategy.id} is switched off: ${calibration.switchedOff.reason}`;
  return calibration.trials < FEWEST_TRIALS
    ? `${strategy.id} has been tried ${calibration.trials} times, not ${FEWEST_TRIALS}`
    : null;
}

/**
 * Chooses the signal of a slot among the pairs with sound candles and the strategies of the slot's audience that are
 * known well enough and not switched off. A slot of an open market for which nothing can be said is missed, with the
 * reason.
 */
export function decideSlot(market: SlotMarket, contenders: readonly Contender[]): SlotDecision {
  const { slot, isOpen } = market;
  if (!isOpen(slot)) return { state: 'closed' };
  const audience = audienceOfSlot(slot);
  const asked = contenders.filter(({ strategy }) => strategy.audience === audience);
  const competing = asked.filter((contender) => excuseOf(contender) === null);
  const candidates: Candidate[] = [];
  const skipped: string[] = [];
  for (const [pair, candles] of market.candles) {
    if (!isOpen(slot, pair)) continue;
    const isPairOpen = (at: number) => isOpen(at, pair);
    const flaw =
      market.failures?.get(pair) ?? flawOf(candles, { slot, count: LOOKBACK, isOpen: isPairOpen });
    if (flaw === null) candidates.push(...candidatesOf(pair, candles, competing));
    else skipped.push(`${pair}: ${flaw}`);
  }
  const [best] = candidates.toSorted(byMerit);
  if (best) return { state: 'published', draft: draftOf(best, market) };
  const excuses = asked.flatMap((contender) => excuseOf(contender) ?? []);
  return { state: 'missed', reason: ['No pair has a signal', ...skipped, ...excuses].join('; ') };
}
