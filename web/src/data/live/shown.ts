import { observable } from '../core/observable';

/** Number of this page's components that show the Platinum Stream: nothing of it is asked for otherwise. */
export const liveShown = observable(0);

/** Whether the notes of live sessions reach this tab by its stream. */
export const liveStreamed = observable(false);
