import { observable } from '../core/observable';

/** How many components of this page show tickets; they are only fetched while some tab shows them. */
export const ticketsShown = observable(0);

export const ticketsShownElsewhere = observable(0);
