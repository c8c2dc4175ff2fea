import { after, chance, wholeBetween } from '../../content/chance';

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
