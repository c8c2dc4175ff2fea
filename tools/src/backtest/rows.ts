import { slotId } from '@quantalgo/contracts/core/slots';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import { isPastWorst } from '@quantalgo/contracts/signals/confirmation';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { deriveLevelRates, getVerdict } from '@quantalgo/contracts/signals/verdict';
import {
  type PublishedResult,
  toPublishedResult,
} from '@quantalgo/functions/domain/signals/calibration/published';
import type { Ending, PlayedSignal } from './walk';

/**
 * Null if the entry's close is unknown. Unlike the product, this doesn't re-read a price that
 * jumped.
 */
export function toGo({
  sealed,
  closes,
}: PlayedSignal): { go: boolean; noGoReason: string | null } | null {
  if (!closes) return null;
  const price = closes[0]?.price ?? null;
  if (price === null) return { go: false, noGoReason: 'missing close' };
  const isPast = isPastWorst(sealed, price);
  return { go: !isPast, noGoReason: isPast ? 'past the worst price' : null };
}

/** Without a gain of the restated odds if the signal couldn't be entered. */
export const toResult = (played: PlayedSignal, ending: Ending): PublishedResult => {
  const { slot: createdAt, sealed, moves } = played;
  const entered = toGo(played)?.go ?? false;
  return toPublishedResult({ ...sealed, createdAt, moves, entered }, ending);
};

export function toRow(played: PlayedSignal) {
  const { slot, sealed, moves, ending, closes } = played;
  const decision = toGo(played);
  const verdict = getVerdict({ ...sealed, moves });
  const rates = deriveLevelRates({ ...sealed, moves }, LADDER_RULES.levels);
  const toPercent = (rate: number) => Number((100 * rate).toFixed(2));
  return {
    slot: slotId(slot),
    pair: sealed.pair,
    direction: sealed.direction,
    strategy: sealed.strategy,
    audience: sealed.audience,
    confidence: sealed.confidence.value,
    confidenceRange: [sealed.confidence.low, sealed.confidence.high],
    firstEntryRate: sealed.firstEntry.value,
    firstEntryRange: [sealed.firstEntry.low, sealed.firstEntry.high],
    /**
     * Probabilities in percent: that the first entry moves, and that a moved first or later level
     * wins.
     */
    moves,
    movedFirstEntryRate: toPercent(rates.first / rates.moves),
    laterLevelRate: toPercent(rates.later),
    verdict: verdict.name,
    perFirstStake: Number(verdict.perFirstStake.toFixed(4)),
    calibration: sealed.calibration,
    entryPrice: sealed.entryPrice,
    worstPrice: sealed.worstPrice,
    go: decision?.go ?? null,
    noGoReason: decision?.noGoReason ?? null,
    rollover: isRollover(slot),
    outcome: ending?.outcome ?? null,
    level: ending?.level ?? null,
    closes: closes?.map(({ price }) => price) ?? null,
  };
}
