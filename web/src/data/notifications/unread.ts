import { observable } from '../core/observable';

/** Undefined until it is counted, after the first paint. */
export const unreadCount = observable<number | undefined>(undefined);
