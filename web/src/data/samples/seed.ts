import { observable } from '../observable';

const DAY_MS = 24 * 60 * 60_000;

/** What all that is made up on sample screens hangs on: one number a day, so that a day's pictures are the same. */
export const sampleSeed = observable(Math.floor(Date.now() / DAY_MS));
