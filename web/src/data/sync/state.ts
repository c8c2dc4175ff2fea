import { HEARTBEAT_GRACE_MS, slotStart } from '@quantalgo/contracts/core/slots';

/**
 * The state of the sync. `idle`: not begun; `blocked`: the member is locked, no signals are requested; their own
 * documents are listened to, or requested repeatedly until a listener brings them; `connecting`:
 * catching up and opening the stream; `streaming`: it is open; `polling`: it did not open in time, so the list is
 * requested repeatedly instead. Times are epoch ms of the server's clock.
 */
export interface SyncState {
  readonly mode: 'idle' | 'blocked' | 'connecting' | 'streaming' | 'polling';
  readonly online: boolean;
  /** A random number (0 to 1) that spreads the devices' retries. */
  readonly spread: number;
  /** When `mode` began. */
  readonly since: number;
  /** When the stream is to be rebuilt. */
  readonly retryAt: number | null;
  /** Consecutive failed attempts. */
  readonly failures: number;
  readonly pollFailing: boolean;
  /** Whether a poll got through since polling began. */
  readonly pollAnswered: boolean;
  /** Start of the newest slot whose heartbeat the stream delivered. */
  readonly heartbeat: number | null;
  /** The stored signals were compared with the server's inventory since the stream opened, and are complete. */
  readonly whole: boolean;
}

/** The part of {@link SyncState} that the screens read and other tabs receive. */
export type SyncStatus = Pick<
  SyncState,
  'mode' | 'online' | 'since' | 'failures' | 'pollFailing' | 'heartbeat' | 'whole'
>;

/** The initial state. `online`: what the browser says; `spread`: see {@link SyncState}. */
export const startState = (online: boolean, spread = 0): SyncState => ({
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

/** The start of the oldest slot whose heartbeat still proves the stream at `now` (both epoch ms). */
export const provenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);
