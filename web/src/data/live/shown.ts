import { observable } from '../core/observable';

/** How many components of this page show the Platinum Stream; nothing is fetched for it otherwise. */
export const liveMountCount = observable(0);

export const liveStreamed = observable(false);
