import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import { ForecastScore, type Scored } from '@quantalgo/contracts/signals/skill';
import type { SettledDigest } from './useDigests';

/** What was said against what was seen, of both stated odds; null while there is too little to compare. */
export type Calibration = Readonly<Record<'firstEntry' | 'withinLadder', Scored | null>>;

/** The calibration over these signals, oldest first. */
export function calibrationOf(signals: readonly SettledDigest[]): Calibration {
  const firstEntry = new ForecastScore();
  const withinLadder = new ForecastScore();
  for (const { id, ending, ...said } of signals) {
    const at = slotStartOfId(id);
    firstEntry.add(at, said.firstEntry.value / 100, ending.level === 0);
    withinLadder.add(at, said.confidence.value / 100, ending.outcome === 'profit');
  }
  return { firstEntry: firstEntry.result(), withinLadder: withinLadder.result() };
}
