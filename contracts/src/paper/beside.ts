import { SLOT_MS, slotStartOfId } from '../time';
import type { Configuration } from './configuration';
import { type PaperPlay, playPaper } from './play';
import { type PaperSignal, saysBothSides } from './results';

/** A play beside a coin's and the opposite's on the same signals. */
export interface Beside {
  readonly own: PaperPlay;
  readonly coin: PaperPlay;
  readonly opposite: PaperPlay;
  /** From when on (epoch ms) all three are played, and how many signals there were. */
  readonly from: number;
  readonly signals: number;
}

/**
 * The time (epoch ms) from which every settled signal says how either direction ended. Choosing single signals by what
 * their closes tell would choose by how they ended, so the others are compared from the last silent one on.
 */
function comparableFrom({ since, levels }: Configuration, signals: readonly PaperSignal[]): number {
  let from = since;
  for (const { id, ending } of signals)
    if (ending !== null && !saysBothSides(ending, levels))
      from = Math.max(from, slotStartOfId(id) + SLOT_MS);
  return from;
}

/** Plays a configuration on the signal's direction, a coin's and the opposite, all on the same signals. */
export function playBeside(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  now: number,
): Beside {
  const from = comparableFrom(configuration, signals);
  const same = { ...configuration, since: from };
  const own = playPaper(same, signals, { now });
  return {
    own,
    coin: playPaper(same, signals, { now, side: 'coin' }),
    opposite: playPaper(same, signals, { now, side: 'opposite' }),
    from,
    signals: own.entries.length,
  };
}
