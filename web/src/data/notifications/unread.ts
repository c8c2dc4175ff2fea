import { observable } from '../core/observable';

/** Undefined until counted, which happens after the first paint. */
export const unreadCount = observable<number | undefined>(undefined);
