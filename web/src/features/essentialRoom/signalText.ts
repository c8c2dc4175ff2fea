import { BRAND } from '@quantalgo/contracts';
import type { EssentialSignal } from '../../content/essentialRoom';

/** A card as text to take along. It says first that it is a sample, wherever it ends up. */
export const signalText = ({ pair, direction, entry, tp1, tp2, sl }: EssentialSignal): string =>
  [
    `SAMPLE, not a signal to trade (${BRAND.name} Essential Room)`,
    `${direction} ${pair}`,
    `Entry ${entry}`,
    `TP1 ${tp1}`,
    `TP2 ${tp2}`,
    `SL ${sl}`,
  ].join('\n');
