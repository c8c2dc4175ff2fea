/** A stretch of a scale, in the scale's own unit. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The marks stand this many times their own distance from the scale's ends. */
const MARGIN = 1.2;

/** Below this share of the scale between the two marks, their labels would touch. */
const CROWDED = 0.26;

/**
 * The stretch of the scale that shows both marks and the value: the marks near the middle, wider where the value lies
 * far from them.
 */
export function scaleAround(value: number, lower: number, upper: number): Stretch {
  const gap = upper - lower;
  return {
    from: Math.min(lower - MARGIN * gap, value - gap / 2),
    to: Math.max(upper + MARGIN * gap, value + gap / 2),
  };
}

/** Where `value` lies on the stretch, in percent, held within it. */
export function placeOn({ from, to }: Stretch, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100));
}

/** Whether labels under both marks would touch each other. */
export const isCrowded = ({ from, to }: Stretch, lower: number, upper: number): boolean =>
  (upper - lower) / (to - from) < CROWDED;
