const COEFFICIENTS = [0x85ebca6b, 0xc2b2ae35] as const;

/** Spreads the bits of a whole number evenly: the 32-bit finalizer of MurmurHash3 (Austin Appleby, public domain). */
function mixed(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), COEFFICIENTS[0]);
  bits = Math.imul(bits ^ (bits >>> 13), COEFFICIENTS[1]);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * A number from 0 up to 1 that looks like chance and is none: the same seed, step and draw always give the same one.
 * @param seed whole number that a whole sequence hangs on.
 * @param step how often the sequence has moved on.
 * @param draw tells the numbers of one step apart.
 */
export const chance = (seed: number, step: number, draw = 0): number =>
  mixed(mixed(mixed(seed + 1) + step) + Math.imul(draw + 1, 0x9e3779b9)) / 2 ** 32;

/** A whole number from `low` to `high`, both included, by a {@link chance}. */
export const wholeBetween = (low: number, high: number, by: number): number =>
  low + Math.floor(by * (high - low + 1));

/** One of the list, by a {@link chance}. */
export function oneOf<T>(list: readonly [T, ...T[]], by: number): T {
  return list[wholeBetween(0, list.length - 1, by)] ?? list[0];
}

/** What `first` has become after `steps` steps, numbered from 1. */
export function after<T>(steps: number, first: T, next: (before: T, step: number) => T): T {
  let value = first;
  for (let step = 1; step <= steps; step += 1) value = next(value, step);
  return value;
}

/** A sample count that moves by a little at each step. */
export interface Drift {
  readonly start: number;
  /** The least and the most that one step adds. */
  readonly by: readonly [number, number];
  /** It never leaves these bounds. */
  readonly within: readonly [number, number];
  readonly everyMs: number;
}

/** The count of a drift after so many steps. */
export const driftedTo = ({ start, by, within }: Drift, seed: number, steps: number): number =>
  after(steps, start, (count, step) =>
    Math.min(
      within[1],
      Math.max(within[0], count + wholeBetween(by[0], by[1], chance(seed, step))),
    ),
  );
