import { observable } from '../core/observable';

/** How many components of this page show the Trader’s Network; nothing is fetched for it otherwise. */
export const networkMountCount = observable(0);

export const chatMountCount = observable(0);
export const presenceMountCount = observable(0);

export const networkStreamed = observable(false);

export const chatStreamed = observable(false);
