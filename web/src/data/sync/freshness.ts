import { HEARTBEAT_GRACE_MS, SLOT_MS } from '@quantalgo/contracts';
import { useSyncExternalStore } from 'react';
import { lastContact, useNow } from '../core/clock';
import { observable } from '../core/observable';
import { provenSlot, startState, type SyncState } from './machine';

/** How this page stands to the server. Written by the sync alone. */
export const syncState = observable<SyncState>(startState(navigator.onLine));

/**
 * What the screen says of its data's age. `live`: proven within the last slot by the open stream; `fresh`: asked for and
 * answered not longer ago than a slot; `stale`: longer ago. `asOf` (epoch ms, server clock): the last proven contact.
 */
export interface Freshness {
  readonly state: 'loading' | 'live' | 'fresh' | 'stale' | 'offline' | 'reconnecting' | 'blocked';
  readonly asOf: number | null;
}

/** An attempt to connect is not worth a word before it took this long (ms). */
const CONNECTING_UNNOTICED_MS = 2000;

/** A first connection that is slow is still loading; one that failed is not. */
function isReconnecting(state: SyncState, asOf: number | null, now: number): boolean {
  const { mode, failures, pollFailing, since } = state;
  if (mode === 'polling') return pollFailing;
  const slow = asOf !== null && now - since > CONNECTING_UNNOTICED_MS;
  return mode === 'connecting' && (failures > 0 || slow);
}

/** How fresh the data is at `now` (epoch ms, server clock), when the server was last heard at `asOf`. */
export function freshnessOf(state: SyncState, asOf: number | null, now: number): Freshness {
  if (state.mode === 'blocked') return { state: 'blocked', asOf };
  if (!state.online) return { state: 'offline', asOf };
  const { mode, heartbeat } = state;
  if (mode === 'streaming' && heartbeat !== null && heartbeat >= provenSlot(now))
    return { state: 'live', asOf };
  if (isReconnecting(state, asOf, now)) return { state: 'reconnecting', asOf };
  if (asOf === null) return { state: 'loading', asOf };
  return { state: now - asOf <= SLOT_MS + HEARTBEAT_GRACE_MS ? 'fresh' : 'stale', asOf };
}

/** How fresh the stored signals are, by the second. A page that is left is not drawn anew for it. */
export function useFreshness(): Freshness {
  const now = useNow();
  const asOf = useSyncExternalStore(lastContact.subscribe, lastContact.get);
  const read = () => freshnessOf(syncState.get(), asOf, now).state;
  const state = useSyncExternalStore(syncState.subscribe, read);
  return { state, asOf };
}
