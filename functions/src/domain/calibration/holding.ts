import type { Source } from '@quantalgo/contracts';
import { strategyHash } from '../ledger';
import type { Contender } from '../selection';
import type { Strategy } from '../strategies/strategy';
import { FEWEST_TRIALS, type Calibration } from './calibration';

const HOUR_MS = 60 * 60_000;
/** A calibration that nobody renewed for so long (ms) is taken for none; one of too few trials is soon tried again. */
const HOLDS_MS = { known: 7 * 24 * HOUR_MS, unknown: HOUR_MS } as const;

function holds(
  { source, strategyHash: hash, fittedAt, trials }: Calibration,
  strategy: Strategy,
  at: { slot: number; source: Source },
): boolean {
  const age = at.slot - fittedAt;
  const most = trials < FEWEST_TRIALS ? HOLDS_MS.unknown : HOLDS_MS.known;
  return source === at.source && hash === strategyHash(strategy) && age >= 0 && age < most;
}

/** Strategies with calibrations that hold for a slot (epoch ms), and those that have to be fitted for it. */
export function sortByHolding(
  strategies: readonly Strategy[],
  calibrations: ReadonlyMap<string, Calibration>,
  at: { slot: number; source: Source },
): { holding: Contender[]; toFit: Strategy[] } {
  const holding: Contender[] = [];
  const toFit: Strategy[] = [];
  for (const strategy of strategies) {
    const calibration = calibrations.get(strategy.id);
    if (calibration && holds(calibration, strategy, at)) holding.push({ strategy, calibration });
    else toFit.push(strategy);
  }
  return { holding, toFit };
}
