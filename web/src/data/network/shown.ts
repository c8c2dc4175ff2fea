import { observable } from '../core/observable';

/** How many components of this page show the Trader's Network; nothing is fetched for it otherwise. */
export const networkShown = observable(0);

export const chatShown = observable(0);
export const presenceShown = observable(0);

export const networkStreamed = observable(false);

export const chatStreamed = observable(false);
