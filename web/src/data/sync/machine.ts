import { HEARTBEAT_GRACE_MS, SLOT_MS, slotStart } from '@quantalgo/contracts';

/** A stream that needs longer than this (ms) to open is replaced by polling until it opens. */
export const CONNECT_WITHIN_MS = 10_000;
/** While polling, the stream is tried again this often (ms). */
export const RETRY_STREAM_MS = 30_000;

/**
 * How this device stands to the server. `idle`: not begun; `blocked`: locked, nothing is asked for; `connecting`: catching
 * up and opening the stream; `streaming`: it is open; `polling`: it does not open, the list is asked for instead.
 * Times are epoch ms of the server's clock.
 */
export interface SyncState {
  readonly mode: 'idle' | 'blocked' | 'connecting' | 'streaming' | 'polling';
  readonly online: boolean;
  /** When `mode` began. */
  readonly since: number;
  /** When the next attempt to connect is due. */
  readonly retryAt: number | null;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly pollFailing: boolean;
  /** The newest slot whose heartbeat came through the open stream. */
  readonly heartbeat: number | null;
}

export type SyncEvent =
  | { readonly type: 'access'; readonly locked: boolean }
  | { readonly type: 'offline' | 'online' | 'resumed' | 'tick' }
  | { readonly type: 'connected' | 'lost' | 'failed' | 'denied' }
  | { readonly type: 'heartbeat'; readonly slot: number }
  | { readonly type: 'polled'; readonly ok: boolean };

/** What has to be done about it: build the stream anew, take it down, ask who the member is now. */
export type SyncCommand = 'connect' | 'disconnect' | 'check-member';

export type Step = readonly [state: SyncState, ...commands: SyncCommand[]];

export const startState = (online: boolean): SyncState => ({
  mode: 'idle',
  online,
  since: 0,
  retryAt: null,
  failures: 0,
  pollFailing: false,
  heartbeat: null,
});

/** The oldest slot whose heartbeat still proves the stream at `now`. */
export const provenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);

/** Wait (ms) before the next attempt: 1 s, doubled each time, at most 30 s. */
export const backOff = (failures: number): number => Math.min(30_000, 1000 * 2 ** (failures - 1));

const active = ({ mode }: SyncState) => mode !== 'idle' && mode !== 'blocked';

/** A new attempt. Whoever polls goes on polling until the stream is open. */
function connect(state: SyncState, now: number): SyncState {
  return state.mode === 'polling'
    ? { ...state, retryAt: now + RETRY_STREAM_MS }
    : { ...state, mode: 'connecting', since: now, retryAt: null };
}

function failed(state: SyncState, now: number): SyncState {
  const failures = state.failures + 1;
  const begun = state.mode === 'streaming' ? { mode: 'connecting' as const, since: now } : {};
  return { ...state, ...begun, failures, retryAt: now + backOff(failures) };
}

/** When the stream's next heartbeat is overdue. It is checked once a slot. */
const silentAt = ({ since }: SyncState) => provenSlot(since) + SLOT_MS + HEARTBEAT_GRACE_MS;

function tick(state: SyncState, now: number): Step {
  if (state.retryAt !== null && now >= state.retryAt) {
    const retried = { ...connect(state, now), since: state.since };
    return state.mode === 'polling' ? [retried, 'connect', 'check-member'] : [retried, 'connect'];
  }
  if (state.mode === 'connecting' && now >= state.since + CONNECT_WITHIN_MS)
    return [
      {
        ...state,
        mode: 'polling',
        since: now,
        pollFailing: false,
        retryAt: state.retryAt ?? now + RETRY_STREAM_MS,
      },
    ];
  if (state.mode === 'streaming' && now >= silentAt(state)) {
    const heard = state.heartbeat !== null && state.heartbeat >= provenSlot(now);
    return heard ? [{ ...state, since: now }] : [connect(state, now), 'connect'];
  }
  return [state];
}

/** When (epoch ms) the next `tick` is due; null when nothing is waited for. */
export function dueAt(state: SyncState): number | null {
  const due = [state.retryAt ?? Infinity];
  if (state.mode === 'connecting') due.push(state.since + CONNECT_WITHIN_MS);
  if (state.mode === 'streaming') due.push(silentAt(state));
  const first = Math.min(...due);
  return first === Infinity ? null : first;
}

/** What an event at `now` (epoch ms) makes of the state, and what has to be done. No signal is asked for while locked. */
export function step(state: SyncState, event: SyncEvent, now: number): Step {
  switch (event.type) {
    case 'access':
      if (event.locked)
        return [{ ...startState(state.online), mode: 'blocked', since: now }, 'disconnect'];
      return [connect({ ...state, failures: 0, heartbeat: null }, now), 'connect'];
    case 'offline':
      return [{ ...state, online: false }];
    case 'online':
    case 'resumed': {
      const online = { ...state, online: event.type === 'online' || state.online };
      return active(state)
        ? [connect(online, now), 'connect', 'check-member']
        : [online, 'check-member'];
    }
    case 'connected':
      if (!active(state) || state.mode === 'streaming') return [state];
      return [
        { ...state, mode: 'streaming', online: true, since: now, retryAt: null, failures: 0 },
      ];
    case 'lost':
      return state.mode === 'streaming' ? [{ ...state, mode: 'connecting', since: now }] : [state];
    case 'failed':
      return active(state) ? [failed(state, now)] : [state];
    case 'denied':
      return active(state) ? [failed(state, now), 'check-member'] : [state];
    case 'heartbeat':
      return active(state) ? [{ ...state, heartbeat: event.slot }] : [state];
    case 'polled': {
      if (state.mode !== 'polling') return [state];
      const polled = { ...state, online: state.online || event.ok, pollFailing: !event.ok };
      return event.ok && state.pollFailing ? [connect(polled, now), 'connect'] : [polled];
    }
    case 'tick':
      return active(state) ? tick(state, now) : [state];
  }
}
