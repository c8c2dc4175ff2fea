import { HEARTBEAT_GRACE_MS, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { useSyncExternalStore } from 'react';
import { lastContact, serverNow, useAt } from '../core/clock';
import { observable } from '../core/observable';
import { provenSlot, startState, type SyncStatus } from './state';

/** The state of the connection to the server, of this tab's stream or the leading tab's. Written by the sync alone. */
export const syncState = observable<SyncStatus>(startState(navigator.onLine));

/**
 * The age of the data as displayed. `live`: proven within the last slot by the open stream, and whole; `fresh`:
 * answered at most a slot (and the heartbeat's grace period) ago; `stale`: longer ago. `asOf` (epoch ms, server clock):
 * the last proven contact.
 */
export interface Freshness {
  readonly state: 'loading' | 'live' | 'fresh' | 'stale' | 'offline' | 'reconnecting' | 'blocked';
  readonly asOf: number | null;
}

/** A connection attempt isn't displayed before it has taken this long (ms). */
const CONNECTING_UNNOTICED_MS = 2000;

/** A first connection that is slow still counts as loading; one that failed doesn't. */
function isReconnecting(state: SyncStatus, asOf: number | null, now: number): boolean {
  const { mode, failures, pollFailing, since } = state;
  if (mode === 'polling') return pollFailing;
  const slow = asOf !== null && now - since > CONNECTING_UNNOTICED_MS;
  return mode === 'connecting' && (failures > 0 || slow);
}

/** Freshness at `now` (epoch ms, server clock), with the last contact at `asOf`. */
export function freshnessOf(state: SyncStatus, asOf: number | null, now: number): Freshness {
  if (state.mode === 'blocked') return { state: 'blocked', asOf };
  if (!state.online) return { state: 'offline', asOf };
  const { mode, heartbeat, whole } = state;
  if (mode === 'streaming' && whole && heartbeat !== null && heartbeat >= provenSlot(now))
    return { state: 'live', asOf };
  if (isReconnecting(state, asOf, now)) return { state: 'reconnecting', asOf };
  if (asOf === null) return { state: 'loading', asOf };
  return { state: now - asOf <= SLOT_MS + HEARTBEAT_GRACE_MS ? 'fresh' : 'stale', asOf };
}

/** Freshness of the stored signals. Checked every second; renders when it changes. */
export function useFreshness(): Freshness {
  const asOf = useSyncExternalStore(lastContact.subscribe, lastContact.get);
  const read = () => freshnessOf(syncState.get(), asOf, serverNow()).state;
  useAt(read);
  return { state: useSyncExternalStore(syncState.subscribe, read), asOf };
}
