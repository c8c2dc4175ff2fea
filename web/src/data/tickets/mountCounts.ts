import { observable } from '../core/observable';

/** Mounted components that show tickets. At 0, polling stops. */
export const ticketMountCount = observable(0);

export const ticketMountCountInOtherTabs = observable(0);
