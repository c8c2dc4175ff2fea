import { observable } from '../../core/observable';

/** Number of this page's components that show the Trader's Network: nothing of it is asked for otherwise. */
export const networkShown = observable(0);

/** Whether posts reach this tab by its stream. */
export const networkStreamed = observable(false);
