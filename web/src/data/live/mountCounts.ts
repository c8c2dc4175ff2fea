import { observable } from '../core/observable';

/** How many mounted components show the Platinum Stream. Without any, nothing is fetched for it. */
export const liveMountCount = observable(0);

export const liveStreamed = observable(false);
