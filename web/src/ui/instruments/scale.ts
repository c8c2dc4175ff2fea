/** A stretch of a scale, in the scale's own unit. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How far the scale reaches beyond its two marks on either side, in distances between the marks. */
const MARGIN = { least: 0.8, most: 2, both: 2.4 } as const;

/** Below this share of the scale between the two marks, their labels would touch. */
const CROWDED = 0.26;

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/**
 * The stretch of the scale that shows both marks and the value, and of its interval as much as leaves the labels of the
 * marks room. It is wider where the value lies far from the marks.
 */
export function scaleAround(
  { value, low, high }: { readonly value: number; readonly low: number; readonly high: number },
  lower: number,
  upper: number,
): Stretch {
  const gap = upper - lower;
  const margin = (beyond: number) => within(beyond / gap + 0.1, MARGIN.least, MARGIN.most);
  const [left, right] = [margin(lower - low), margin(high - upper)];
  const spare = Math.max(0, MARGIN.both - left - right) / 2;
  return {
    from: Math.min(lower - (left + spare) * gap, value - gap / 2),
    to: Math.max(upper + (right + spare) * gap, value + gap / 2),
  };
}

/** Where `value` lies on the stretch, in percent, held within it. */
export function placeOn({ from, to }: Stretch, value: number): number {
  return within(((value - from) / (to - from)) * 100, 0, 100);
}

/** Whether labels under both marks would touch each other. */
export const isCrowded = ({ from, to }: Stretch, lower: number, upper: number): boolean =>
  (upper - lower) / (to - from) < CROWDED;
