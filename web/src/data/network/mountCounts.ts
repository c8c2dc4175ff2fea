import { observable } from '../core/observable';

/**
 * How many mounted components show the Trader’s Network. Without any, nothing is fetched for it.
 */
export const networkMountCount = observable(0);

export const chatMountCount = observable(0);
export const presenceMountCount = observable(0);

export const networkStreamed = observable(false);

export const chatStreamed = observable(false);
