import { observable } from '../core/observable';

/**
 * How many components of this page show the Trader's Network; nothing is
 * fetched for it otherwise.
 */
export const networkShown = observable(0);

/**
 * The same for the Essential Room's chat, and for the number of members online.
 */
export const chatShown = observable(0);
export const presenceShown = observable(0);

/** This tab's stream delivers posts. */
export const networkStreamed = observable(false);

/** This tab's stream delivers messages. */
export const chatStreamed = observable(false);
