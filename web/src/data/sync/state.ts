import { HEARTBEAT_GRACE_MS, slotStart } from '@quantalgo/contracts/core/slots';

/**
 * `blocked`: the member is locked, so only their own documents are followed. `connecting`: catching
 * up and opening the stream. `polling`: the stream didn't open in time. Times are epoch ms, server
 * clock.
 */
export interface SyncState {
  readonly mode: 'idle' | 'blocked' | 'connecting' | 'streaming' | 'polling';
  readonly online: boolean;
  /** Random, 0 to 1: spreads the devices' retries. */
  readonly jitter: number;
  readonly since: number;
  readonly retryAt: number | null;
  readonly failures: number;
  readonly pollFailing: boolean;
  readonly pollAnswered: boolean;
  readonly heartbeat: number | null;
  /** Complete when compared with the server's inventory, since the stream opened. */
  readonly whole: boolean;
}

export type SyncStatus = Pick<
  SyncState,
  'mode' | 'online' | 'since' | 'failures' | 'pollFailing' | 'heartbeat' | 'whole'
>;

export const createSyncState = (online: boolean, jitter = 0): SyncState => ({
  mode: 'idle',
  online,
  jitter,
  since: 0,
  retryAt: null,
  failures: 0,
  pollFailing: false,
  pollAnswered: false,
  heartbeat: null,
  whole: false,
});

/** Epoch ms. The stream counts as working if it delivered this slot's heartbeat. */
export const getProvenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);
