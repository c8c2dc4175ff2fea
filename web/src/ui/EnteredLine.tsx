import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
} from '@quantalgo/contracts/core/format';
import { MIN_HEADLINE_SIGNALS, type EnteredFigures } from '@quantalgo/contracts/signals/figures';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';

const formatRate = (rate: Probability): string =>
  `${formatPercent(rate.value)} (${formatInterval(rate)})`;

function formatRates({ signals, firstEntryRate, winRate, resultPerSignal }: EnteredFigures) {
  if (signals < MIN_HEADLINE_SIGNALS || !firstEntryRate || !winRate || resultPerSignal === null)
    return null;
  const sign = resultPerSignal < 0 ? '−' : '+';
  return `${formatRate(firstEntryRate)} won at the first entry, ${formatRate(winRate)} within ${LEVEL_COUNT} levels, not counting flat signals, and the average result was ${sign}${formatDecimal(Math.abs(resultPerSignal), 2)} first stakes per signal`;
}

/** Counts only signals whose price was within its limit at entry. */
export function EnteredLine({
  entered,
  className = '',
}: {
  entered: EnteredFigures | undefined;
  className?: string;
}) {
  if (!entered || entered.confirmed === 0) return null;
  const { signals, confirmed } = entered;
  return (
    <p className={className}>
      {`${formatCount(signals)} of ${formatCount(confirmed)} could be entered: ${formatRates(entered) ?? 'too few for separate rates'}.`}
    </p>
  );
}
