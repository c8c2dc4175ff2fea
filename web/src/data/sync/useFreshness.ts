import { useSyncExternalStore } from 'react';
import { useNow } from '../clock/clock';
import { lastContact } from './contact';
import { freshnessOf, type Freshness } from './freshness';
import { syncState } from './syncState';

export type { Freshness } from './freshness';

/** How fresh the stored signals are, by the second. */
export function useFreshness(): Freshness {
  const now = useNow();
  const state = useSyncExternalStore(syncState.subscribe, syncState.get);
  const asOf = useSyncExternalStore(lastContact.subscribe, lastContact.get);
  return freshnessOf(state, asOf, now);
}
