import { observable } from '../core/observable';

/** How many mounted components show tickets. Without any, none are fetched. */
export const ticketMountCount = observable(0);

export const ticketMountCountInOtherTabs = observable(0);
