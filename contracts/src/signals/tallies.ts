import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { NamedRateRow } from './figures';
import { computeWilsonInterval } from './signal';

const tallySchema = z.object({
  settled: countSchema,
  won: countSchema,
  firstEntryWon: countSchema,
});

export type Tally = z.infer<typeof tallySchema>;

/** Hours and weekdays use parallel lists instead, because those are smaller. */
export const namedTalliesSchema = z.record(z.string(), tallySchema);

export const listedTalliesSchema = z.object({
  settled: z.array(countSchema),
  won: z.array(countSchema),
  firstEntryWon: z.array(countSchema),
});

export type ListedTallies = z.infer<typeof listedTalliesSchema>;

const EMPTY_TALLY: Tally = { settled: 0, won: 0, firstEntryWon: 0 };

export interface CountedSignal {
  readonly isWon: boolean;
  readonly isFirstEntryWon: boolean;
}

export const toNumber = (condition: boolean): number => (condition ? 1 : 0);

const addToTally = (tally: Tally, { isWon, isFirstEntryWon }: CountedSignal): Tally => ({
  settled: tally.settled + 1,
  won: tally.won + toNumber(isWon),
  firstEntryWon: tally.firstEntryWon + toNumber(isFirstEntryWon),
});

/** A Map, because any name may occur, even `__proto__`. */
export type NamedTallies = Map<string, Tally>;

export function countNamed(tallies: NamedTallies, name: string, signal: CountedSignal): void {
  tallies.set(name, addToTally(tallies.get(name) ?? EMPTY_TALLY, signal));
}

export function incrementAt(numbers: number[], index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount;
}

export function countListed(
  { settled, won, firstEntryWon }: ListedTallies,
  index: number,
  { isWon, isFirstEntryWon }: CountedSignal,
): void {
  incrementAt(settled, index, 1);
  incrementAt(won, index, toNumber(isWon));
  incrementAt(firstEntryWon, index, toNumber(isFirstEntryWon));
}

export const copyListed = ({ settled, won, firstEntryWon }: ListedTallies): ListedTallies => ({
  settled: settled.slice(),
  won: won.slice(),
  firstEntryWon: firstEntryWon.slice(),
});

export function createListed(length: number): ListedTallies {
  const createZeros = () => Array.from({ length }, () => 0);
  return { settled: createZeros(), won: createZeros(), firstEntryWon: createZeros() };
}

export function toRateRows<Name extends string>(
  name: Name,
  { settled, won, firstEntryWon }: Tally,
): NamedRateRow<Name>[] {
  const winRate = computeWilsonInterval(won, settled);
  const firstEntryRate = computeWilsonInterval(firstEntryWon, settled);
  return winRate && firstEntryRate ? [{ name, settled, winRate, firstEntryRate }] : [];
}

export const toListedRows = <Name extends string>(
  { settled, won, firstEntryWon }: ListedTallies,
  names: readonly Name[],
): NamedRateRow<Name>[] =>
  names.flatMap((name, index) =>
    toRateRows(name, {
      settled: settled[index] ?? 0,
      won: won[index] ?? 0,
      firstEntryWon: firstEntryWon[index] ?? 0,
    }),
  );
