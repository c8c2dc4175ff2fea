import { observable } from '../core/observable';

/** Number of this page's components that show the Trader's Network: nothing of it is asked for otherwise. */
export const networkShown = observable(0);

/** The same of the Essential Room's chat, and of the number of members online. */
export const chatShown = observable(0);
export const presenceShown = observable(0);

/** Whether posts reach this tab by its stream. */
export const networkStreamed = observable(false);

/** Whether messages do. */
export const chatStreamed = observable(false);
