/** Tells the time in epoch ms. */
export type Clock = () => number;

/** The machine's clock. */
export const wallClock: Clock = () => Date.now();
