import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { ForecastScore, type ScoredForecasts } from '@quantalgo/contracts/signals/skill';
import type { SettledDigest } from './useDigests';

export type Calibration = Readonly<Record<'firstEntry' | 'withinLadder', ScoredForecasts | null>>;

/** `signals`: oldest first. */
export function calibrate(signals: readonly SettledDigest[]): Calibration {
  const firstEntry = new ForecastScore();
  const withinLadder = new ForecastScore();
  for (const { id, ending, ...forecasts } of signals) {
    const at = parseSlotId(id);
    firstEntry.add(at, forecasts.firstEntry.value / 100, ending.level === 0);
    withinLadder.add(at, forecasts.confidence.value / 100, ending.outcome === 'profit');
  }
  return { firstEntry: firstEntry.result(), withinLadder: withinLadder.result() };
}
