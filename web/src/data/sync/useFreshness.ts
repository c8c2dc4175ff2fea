import { useSyncExternalStore } from 'react';
import { useNow } from '../clock/clock';
import { lastContact } from './contact';
import { freshnessOf, type Freshness } from './freshness';
import { syncState } from './syncState';

export type { Freshness } from './freshness';

/** How fresh the stored signals are, by the second. A page that is left is not drawn anew for it. */
export function useFreshness(): Freshness {
  const now = useNow();
  const asOf = useSyncExternalStore(lastContact.subscribe, lastContact.get);
  const read = () => freshnessOf(syncState.get(), asOf, now).state;
  const state = useSyncExternalStore(syncState.subscribe, read);
  return { state, asOf };
}
