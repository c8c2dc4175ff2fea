const COEFFICIENTS = [0x85ebca6b, 0xc2b2ae35] as const;

/** The 32-bit finalizer of MurmurHash3 (Austin Appleby, public domain). */
function mixBits(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), COEFFICIENTS[0]);
  bits = Math.imul(bits ^ (bits >>> 13), COEFFICIENTS[1]);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * A pseudo-random number in [0, 1): the same arguments always give the same result.
 * @param seed whole number that identifies the sequence
 * @param step position in the sequence
 * @param draw distinguishes numbers of one step
 */
export const chance = (seed: number, step: number, draw = 0): number =>
  mixBits(mixBits(mixBits(seed + 1) + step) + Math.imul(draw + 1, 0x9e3779b9)) / 2 ** 32;

/** Maps `by` in [0, 1) to a whole number from `low` to `high`, both included. */
export const scaleToInteger = (low: number, high: number, by: number): number =>
  low + Math.floor(by * (high - low + 1));

export function pickOne<T>(list: readonly [T, ...T[]], by: number): T {
  return list[scaleToInteger(0, list.length - 1, by)] ?? list[0];
}

/** Applies `next` once for each step from 1 to `steps`. */
export function iterate<T>(steps: number, first: T, next: (previous: T, step: number) => T): T {
  let value = first;
  for (let step = 1; step <= steps; step += 1) value = next(value, step);
  return value;
}

export interface Drift {
  readonly start: number;
  readonly by: readonly [number, number];
  readonly within: readonly [number, number];
  readonly intervalMs: number;
}

export const applyDrift = ({ start, by, within }: Drift, seed: number, steps: number): number =>
  iterate(steps, start, (count, step) =>
    Math.min(
      within[1],
      Math.max(within[0], count + scaleToInteger(by[0], by[1], chance(seed, step))),
    ),
  );
