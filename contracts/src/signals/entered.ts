import * as z from 'zod/mini';
import type { Ended } from './ended';
import { type EnteredFigures, inStakes, ladderResult } from './figures';
import type { LadderRules } from './rules';
import { wilson } from './signal';

const countSchema = z.int().check(z.gte(0));

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

export const NONE_ENTERED: EnteredCounters = {
  confirmed: 0,
  settled: 0,
  won: 0,
  breakEven: 0,
  firstEntryWon: 0,
  result: 0,
};

const toNumber = (condition: boolean): number => (condition ? 1 : 0);

export function countEntered(
  counters: EnteredCounters,
  entered: boolean | undefined,
  ended: Ended,
  rules: LadderRules,
): void {
  if (entered === undefined) return;
  counters.confirmed += 1;
  if (!entered) return;
  counters.settled += 1;
  counters.won += toNumber(ended.outcome === 'profit');
  counters.breakEven += toNumber(ended.outcome === 'break-even');
  counters.firstEntryWon += toNumber(ended.level === 0);
  counters.result += ladderResult(ended, rules);
}

export function enteredOf(
  { confirmed, settled, won, breakEven, firstEntryWon, result }: EnteredCounters,
  { payout }: LadderRules,
): EnteredFigures {
  const lost = settled - firstEntryWon - breakEven;
  const averagePerSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    confirmed,
    signals: settled,
    winRate: wilson(won, settled),
    firstEntryRate: wilson(firstEntryWon, settled),
    resultPerSignal: averagePerSignal(inStakes(result)),
    resultPerFirstEntry: averagePerSignal(firstEntryWon * payout - lost),
  };
}
