import { formatPercent, lowercaseFirst } from '@quantalgo/contracts/core/format';
import { computeHindsight, OPPOSITE } from '@quantalgo/contracts/signals/hindsight';
import type { Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { formatResult } from '@quantalgo/contracts/signals/stateText';

function describeHindsight(signal: Signal, settlement: Settlement): string | null {
  const hindsight = computeHindsight(signal, settlement);
  if (!hindsight) return null;
  const { opposite, coin } = hindsight;
  if (opposite.outcome === 'break-even')
    return 'The first level was flat: the opposite would have broken even too, and so would a coin.';
  return `The opposite, ${OPPOSITE[signal.direction]}, would have ${lowercaseFirst(formatResult(opposite))}. A coin wins ${formatPercent(coin)} of the time on these candles.`;
}

/** Renders nothing if the signal's later closes aren't stored. */
export function InHindsight({ signal }: { signal: Signal }) {
  const text = signal.settlement && describeHindsight(signal, signal.settlement);
  return text && <p className="text-xs text-muted">{text}</p>;
}
