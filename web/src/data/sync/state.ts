import { HEARTBEAT_GRACE_MS, slotStart } from '@quantalgo/contracts/core/slots';

/**
 * `blocked`: the member is locked, only their own documents are followed. `connecting`: catching up and
 * opening the stream. `polling`: it did not open in time. Times are epoch ms of the server's clock.
 */
export interface SyncState {
  readonly mode: 'idle' | 'blocked' | 'connecting' | 'streaming' | 'polling';
  readonly online: boolean;
  /** Random, 0 to 1: spreads the devices' retries. */
  readonly spread: number;
  readonly since: number;
  readonly retryAt: number | null;
  readonly failures: number;
  readonly pollFailing: boolean;
  readonly pollAnswered: boolean;
  readonly heartbeat: number | null;
  /** Compared with the server's inventory since the stream opened, and complete. */
  readonly whole: boolean;
}

export type SyncStatus = Pick<
  SyncState,
  'mode' | 'online' | 'since' | 'failures' | 'pollFailing' | 'heartbeat' | 'whole'
>;

export const createSyncState = (online: boolean, spread = 0): SyncState => ({
  mode: 'idle',
  online,
  spread,
  since: 0,
  retryAt: null,
  failures: 0,
  pollFailing: false,
  pollAnswered: false,
  heartbeat: null,
  whole: false,
});

/** The oldest slot whose heartbeat still proves the stream (epoch ms). */
export const getProvenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);
