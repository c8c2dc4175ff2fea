import { isSlotId, slotStartOfId, watDate } from '@quantalgo/contracts';
import { countText, strategyName } from '../words';

const ID = /^([^/]+)\/([^/]+)\/n(\d+)$/;

/** What a signal's probabilities rest on, from the id of its calibration; null for an id of another form. */
export function calibrationText(calibration: string): string | null {
  const [, strategy, slot = '', trials = ''] = ID.exec(calibration) ?? [];
  if (strategy === undefined || !isSlotId(slot)) return null;
  return `Rests on how ${countText(Number(trials))} past opinions of the strategy “${strategyName(strategy)}” ended, up to ${watDate(slotStartOfId(slot))}.`;
}
