import { observable } from '../observable';
import { startState, type SyncState } from './machine';

/** How this page stands to the server. Written by the sync alone. */
export const syncState = observable<SyncState>(startState(navigator.onLine));
