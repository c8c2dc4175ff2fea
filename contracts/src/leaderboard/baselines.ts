import { SLOT_MS, slotStartOfId } from '../core/slots';
import { HOUR_MS } from '../core/time';
import type { Configuration } from '../bots/configuration';
import { type PaperPlay, playPaper } from '../bots/play';
import { type PaperSignal, saysBothSides } from '../bots/results';

/** A play beside a coin's and the opposite's on the same signals. */
export interface BaselineComparison {
  readonly own: PaperPlay;
  readonly coin: PaperPlay;
  readonly opposite: PaperPlay;
  /** From when on (epoch ms) all three are played, and how many signals there were. */
  readonly from: number;
  readonly signals: number;
  /** When the first signal entered (epoch ms) that waits for its later closes; null where none does. */
  readonly until: number | null;
}

interface Span {
  readonly from: number;
  readonly until: number | null;
}

/**
 * The time (epoch ms) in which every settled signal says how either direction ended. Choosing single signals by what
 * their closes tell would choose by how they ended, so the others are compared from the last silent one on. The newest
 * ones are silent for a while, as the closes of their later levels come after they are settled: those end the time.
 */
function comparableTime({ since, levels }: Configuration, signals: readonly PaperSignal[]): Span {
  const newest = signals.reduce((last, { id }) => Math.max(last, slotStartOfId(id)), 0);
  let from = since;
  let until = Infinity;
  for (const { id, ending } of signals) {
    if (ending === null || saysBothSides(ending, levels)) continue;
    const entry = slotStartOfId(id) + SLOT_MS;
    const isYoung = entry + levels * SLOT_MS + HOUR_MS > newest;
    if (isYoung) until = Math.min(until, entry);
    else from = Math.max(from, entry);
  }
  return { from, until: until === Infinity ? null : until };
}

/** Plays a configuration on the signal's direction, a coin's and the opposite, all on the same signals. */
export function compareWithBaselines(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  now: number,
): BaselineComparison {
  const { from, until } = comparableTime(configuration, signals);
  const same = { ...configuration, since: from };
  const shared =
    until === null ? signals : signals.filter(({ id }) => slotStartOfId(id) + SLOT_MS < until);
  const own = playPaper(same, shared, { now });
  return {
    own,
    coin: playPaper(same, shared, { now, side: 'coin' }),
    opposite: playPaper(same, shared, { now, side: 'opposite' }),
    from,
    signals: own.entries.length,
    until,
  };
}
