import { countText, decimalText, percentText, rangeText } from '@quantalgo/contracts/core/format';
import { HEADLINE_FROM } from '@quantalgo/contracts/record/performance';
import type { EnteredFigures } from '@quantalgo/contracts/signals/figures';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';

const formatRate = (rate: Probability): string => `${percentText(rate.value)} (${rangeText(rate)})`;

function formatRates({ signals, firstEntryRate, winRate, resultPerSignal }: EnteredFigures) {
  if (signals < HEADLINE_FROM || !firstEntryRate || !winRate || resultPerSignal === null)
    return null;
  const sign = resultPerSignal < 0 ? '−' : '+';
  return `the first entry of these won ${formatRate(firstEntryRate)}, within ${LEVEL_COUNT} levels ${formatRate(winRate)}, ${sign}${decimalText(Math.abs(resultPerSignal), 2)} first stakes a signal`;
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
      {`${countText(signals)} of ${countText(confirmed)} could be entered: ${formatRates(entered) ?? 'too few for a rate of their own'}.`}
    </p>
  );
}
