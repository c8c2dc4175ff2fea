import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { SignalEnd } from './signalEnd';
import type { EnteredFigures } from './figures';
import { toStakes, computeLadderResult } from './ladderResult';
import type { LadderRules } from './rules';
import { computeWilsonInterval } from './signal';
import { toNumber } from './tallies';

export const enteredCountersSchema = z.object({
  /** Settled signals that were confirmed at their entry, go or no-go. */
  confirmed: countSchema,
  settled: countSchema,
  won: countSchema,
  breakEven: countSchema,
  firstEntryWon: countSchema,
  result: z.int(),
});

export type EnteredCounters = z.infer<typeof enteredCountersSchema>;

export const EMPTY_ENTERED_COUNTERS: EnteredCounters = {
  confirmed: 0,
  settled: 0,
  won: 0,
  breakEven: 0,
  firstEntryWon: 0,
  result: 0,
};

export function countEntered(
  counters: EnteredCounters,
  entered: boolean | undefined,
  ending: SignalEnd,
  rules: LadderRules,
): void {
  if (entered === undefined) return;
  counters.confirmed += 1;
  if (!entered) return;
  counters.settled += 1;
  counters.won += toNumber(ending.outcome === 'profit');
  counters.breakEven += toNumber(ending.outcome === 'break-even');
  counters.firstEntryWon += toNumber(ending.level === 0);
  counters.result += computeLadderResult(ending, rules);
}

export function toEnteredFigures(
  { confirmed, settled, won, breakEven, firstEntryWon, result }: EnteredCounters,
  { payout }: LadderRules,
): EnteredFigures {
  const moved = settled - breakEven;
  const getAveragePerSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    confirmed,
    signals: settled,
    breakEven,
    winRate: computeWilsonInterval(won, moved),
    firstEntryRate: computeWilsonInterval(firstEntryWon, moved),
    resultPerSignal: getAveragePerSignal(toStakes(result)),
    resultPerFirstEntry: getAveragePerSignal(firstEntryWon * payout - (moved - firstEntryWon)),
  };
}
