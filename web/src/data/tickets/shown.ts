import { observable } from '../core/observable';

/**
 * Number of this page's components that show tickets: the server is only asked for tickets while some tab shows them.
 */
export const ticketsShown = observable(0);

/** The same number for the member's other tabs, if this one leads. */
export const ticketsShownElsewhere = observable(0);
