import { SLOT_MS, parseSlotId } from '../core/slots';
import { HOUR_MS } from '../core/time';
import type { Configuration } from '../bots/configuration';
import { type PaperPlay, playPaper } from '../bots/play';
import { type PaperSignal, coversBothSides } from '../bots/results';

export interface BaselineComparison {
  readonly own: PaperPlay;
  readonly coin: PaperPlay;
  readonly opposite: PaperPlay;
  readonly from: number;
  readonly signals: number;
  /**
   * Entry time (epoch ms) of the first signal whose later closes are pending; null if there is
   * none.
   */
  readonly until: number | null;
}

interface Period {
  readonly from: number;
  readonly until: number | null;
}

/**
 * Only whole periods are compared, because skipping single signals by their closes would select by
 * outcome. The period ends before signals whose later closes are pending.
 */
function findComparablePeriod(
  { since, levels }: Configuration,
  signals: readonly PaperSignal[],
): Period {
  const newest = signals.reduce((latest, { id }) => Math.max(latest, parseSlotId(id)), 0);
  let from = since;
  let until = Infinity;
  for (const { id, ending } of signals) {
    if (ending === null || coversBothSides(ending, levels)) continue;
    const entryTime = parseSlotId(id) + SLOT_MS;
    const isRecent = entryTime + levels * SLOT_MS + HOUR_MS > newest;
    if (isRecent) until = Math.min(until, entryTime);
    else from = Math.max(from, entryTime);
  }
  return { from, until: until === Infinity ? null : until };
}

export function compareWithBaselines(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  now: number,
): BaselineComparison {
  const { from, until } = findComparablePeriod(configuration, signals);
  const sharedConfiguration = { ...configuration, since: from };
  const sharedSignals =
    until === null ? signals : signals.filter(({ id }) => parseSlotId(id) + SLOT_MS < until);
  const signalPlay = playPaper(sharedConfiguration, sharedSignals, { now });
  return {
    own: signalPlay,
    coin: playPaper(sharedConfiguration, sharedSignals, { now, side: 'coin' }),
    opposite: playPaper(sharedConfiguration, sharedSignals, { now, side: 'opposite' }),
    from,
    signals: signalPlay.entries.length,
    until,
  };
}
