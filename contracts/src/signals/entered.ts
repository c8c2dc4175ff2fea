import * as z from 'zod/mini';
import type { Ended } from './ended';
import { type EnteredFigures, inStakes, ladderResult } from './figures';
import type { LadderRules } from './rules';
import { wilson } from './signal';

const count = z.int().check(z.gte(0));

/** Running counters of the signals that could be entered at their worst price or better. */
export const enteredCountersSchema = z.object({
  /** Settled signals that were confirmed at their entry, go or no go. */
  confirmed: count,
  /** Those with "go", and how they ended. */
  settled: count,
  won: count,
  breakEven: count,
  firstEntryWon: count,
  /** Of all their levels, in ten-thousandths of a first stake. */
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

const one = (is: boolean): number => (is ? 1 : 0);

/**
 * Counts one more settled signal into `counters`.
 * @param entered whether it could be entered; undefined where nobody confirmed it
 */
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
  counters.won += one(ended.outcome === 'profit');
  counters.breakEven += one(ended.outcome === 'break-even');
  counters.firstEntryWon += one(ended.level === 0);
  counters.result += ladderResult(ended, rules);
}

/** The figures of these counters, by the record's rules. */
export function enteredOf(
  { confirmed, settled, won, breakEven, firstEntryWon, result }: EnteredCounters,
  { payout }: LadderRules,
): EnteredFigures {
  const lost = settled - firstEntryWon - breakEven;
  const perSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    confirmed,
    signals: settled,
    winRate: wilson(won, settled),
    firstEntryRate: wilson(firstEntryWon, settled),
    resultPerSignal: perSignal(inStakes(result)),
    resultPerFirstEntry: perSignal(firstEntryWon * payout - lost),
  };
}
