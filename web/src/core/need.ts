/** A rate (percent) that must be reached, rounded up: 55.6 is 56. */
export const formatNeed = (percent: number): string => String(Math.ceil(percent - 1e-9));
