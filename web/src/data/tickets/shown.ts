import { observable } from '../core/observable';

/** How many components of this page show tickets; they are only fetched while some tab shows them. */
export const ticketMountCount = observable(0);

export const ticketMountCountElsewhere = observable(0);
