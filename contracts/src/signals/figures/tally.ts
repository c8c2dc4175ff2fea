import * as z from 'zod/mini';
import { wilson } from '../../statistics/wilson';
import type { RateRow } from './answered';

const count = z.int().check(z.gte(0));

/** Settled signals that share something. */
export const tallySchema = z.object({ settled: count, won: count, firstEntryWon: count });
export type Tally = z.infer<typeof tallySchema>;

/** Tallies under names, and as many as there are hours or days in lists, which take less room. */
export const namedTalliesSchema = z.record(z.string(), tallySchema);
export const listedTalliesSchema = z.object({
  settled: z.array(count),
  won: z.array(count),
  firstEntryWon: z.array(count),
});
export type ListedTallies = z.infer<typeof listedTalliesSchema>;

const NOTHING: Tally = { settled: 0, won: 0, firstEntryWon: 0 };

/** How one signal is counted. */
export interface Counted {
  readonly isWon: boolean;
  readonly isFirstEntryWon: boolean;
}

const one = (is: boolean): number => (is ? 1 : 0);

/** The tally after one more signal. */
const countIn = (before: Tally, { isWon, isFirstEntryWon }: Counted): Tally => ({
  settled: before.settled + 1,
  won: before.won + one(isWon),
  firstEntryWon: before.firstEntryWon + one(isFirstEntryWon),
});

/** Named tallies while signals are counted in, of whatever name: `__proto__` is one too. */
export type NamedTallies = Map<string, Tally>;

/** Counts one more signal of this name. */
export function countNamed(tallies: NamedTallies, name: string, counted: Counted): void {
  tallies.set(name, countIn(tallies.get(name) ?? NOTHING, counted));
}

/** Raises one of the numbers. */
export function raise(numbers: number[], at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) + by;
}

/** Counts one more signal in this place. */
export function countListed(
  { settled, won, firstEntryWon }: ListedTallies,
  at: number,
  { isWon, isFirstEntryWon }: Counted,
): void {
  raise(settled, at, 1);
  raise(won, at, one(isWon));
  raise(firstEntryWon, at, one(isFirstEntryWon));
}

/** Tallies that are counted in while those they were copied from stay as they are. */
export const copyOfListed = ({ settled, won, firstEntryWon }: ListedTallies): ListedTallies => ({
  settled: settled.slice(),
  won: won.slice(),
  firstEntryWon: firstEntryWon.slice(),
});

/** Empty tallies of so many places. */
export function listOf(places: number): ListedTallies {
  const zeros = () => Array.from({ length: places }, () => 0);
  return { settled: zeros(), won: zeros(), firstEntryWon: zeros() };
}

/** The rates of a tally; none of an empty one. */
export function rateRows(name: string, { settled, won, firstEntryWon }: Tally): RateRow[] {
  const winRate = wilson(won, settled);
  const firstEntryRate = wilson(firstEntryWon, settled);
  return winRate && firstEntryRate ? [{ name, settled, winRate, firstEntryRate }] : [];
}

/** The rates of listed tallies, each under the name of its place. */
export const listedRows = (
  { settled, won, firstEntryWon }: ListedTallies,
  nameOf: (place: number) => string,
): RateRow[] =>
  settled.flatMap((number, place) =>
    rateRows(nameOf(place), {
      settled: number,
      won: won[place] ?? 0,
      firstEntryWon: firstEntryWon[place] ?? 0,
    }),
  );
