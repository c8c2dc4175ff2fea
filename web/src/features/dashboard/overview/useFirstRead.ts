import { useFreshness } from '../../../data/sync/freshness';

/** True while nothing can be here yet: this device was never in contact, and the first one is under way. */
export const useFirstRead = (): boolean => useFreshness().state === 'loading';
