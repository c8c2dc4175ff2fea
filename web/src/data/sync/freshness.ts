import { HEARTBEAT_GRACE_MS, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { useSyncExternalStore } from 'react';
import { lastContact, serverNow, useAt } from '../core/clock';
import { observable, subscribeToAll } from '../core/observable';
import { getProvenSlot, createSyncState, type SyncStatus } from './state';

export const syncState = observable<SyncStatus>(createSyncState(navigator.onLine));

/**
 * `live`: the open stream is complete, and was proven within the last slot. `fresh`: the server
 * responded within a slot and the heartbeat's grace period. `asOf`: last proven contact (epoch ms,
 * server clock).
 */
export interface Freshness {
  readonly state: 'loading' | 'live' | 'fresh' | 'stale' | 'offline' | 'reconnecting' | 'blocked';
  readonly asOf: number | null;
}

const CONNECTING_GRACE_MS = 2000;

/** A slow first connection still counts as loading, a failed one doesn't. */
function isReconnecting(state: SyncStatus, asOf: number | null, now: number): boolean {
  const { mode, failures, pollFailing, since } = state;
  if (mode === 'polling') return pollFailing;
  const isSlow = asOf !== null && now - since > CONNECTING_GRACE_MS;
  return mode === 'connecting' && (failures > 0 || isSlow);
}

/** Times in epoch ms, server clock. */
export function toFreshness(state: SyncStatus, asOf: number | null, now: number): Freshness {
  if (state.mode === 'blocked') return { state: 'blocked', asOf };
  if (!state.online) return { state: 'offline', asOf };
  const { mode, heartbeat, whole } = state;
  if (mode === 'streaming' && whole && heartbeat !== null && heartbeat >= getProvenSlot(now))
    return { state: 'live', asOf };
  if (isReconnecting(state, asOf, now)) return { state: 'reconnecting', asOf };
  if (asOf === null) return { state: 'loading', asOf };
  return { state: now - asOf <= SLOT_MS + HEARTBEAT_GRACE_MS ? 'fresh' : 'stale', asOf };
}

const subscribeToSync = (onChange: () => void): (() => void) =>
  subscribeToAll([syncState, lastContact], onChange);

/** True until the server has first responded, so an empty device may not have its data yet. */
const isFirstSync = (): boolean =>
  toFreshness(syncState.get(), lastContact.get(), serverNow()).state === 'loading';

/** Treats an empty list as still loading during the first sync. */
export function useSyncedList<T>(stored: readonly T[] | undefined): readonly T[] | undefined {
  const isPending = useSyncExternalStore(subscribeToSync, isFirstSync);
  return isPending && stored?.length === 0 ? undefined : stored;
}

export function useFreshness(): Freshness {
  const asOf = useSyncExternalStore(lastContact.subscribe, lastContact.get);
  const getState = () => toFreshness(syncState.get(), asOf, serverNow()).state;
  useAt(getState);
  return { state: useSyncExternalStore(syncState.subscribe, getState), asOf };
}
