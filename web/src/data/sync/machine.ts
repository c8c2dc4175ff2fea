import { HEARTBEAT_GRACE_MS, SLOT_MS, slotStart } from '@quantalgo/contracts';

/** A stream that needs longer than this (ms) to open is replaced by polling until it opens. */
export const CONNECT_WITHIN_MS = 10_000;
/** While there is no stream, the way to it is tried again this often (ms). */
export const RETRY_MS = 30_000;

/**
 * How this device stands to the server. `idle`: not begun; `blocked`: the member is locked, no signal is asked for;
 * `connecting`: catching up and opening the stream; `streaming`: it is open; `polling`: it did not open in time, the
 * list is asked for over and over instead. Times are epoch ms of the server's clock.
 */
export interface SyncState {
  readonly mode: 'idle' | 'blocked' | 'connecting' | 'streaming' | 'polling';
  readonly online: boolean;
  /** When `mode` began. */
  readonly since: number;
  /** When the stream is to be built anew. */
  readonly retryAt: number | null;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly pollFailing: boolean;
  /** Start of the newest slot whose heartbeat came through the stream. */
  readonly heartbeat: number | null;
}

export type SyncEvent =
  | { readonly type: 'access'; readonly locked: boolean }
  | { readonly type: 'offline' | 'online' | 'reached' | 'resumed' | 'tick' }
  | { readonly type: 'connected' | 'lost' | 'failed' | 'denied' }
  | { readonly type: 'heartbeat'; readonly slot: number }
  | { readonly type: 'polled'; readonly ok: boolean };

/** What has to be done about it: build the stream anew, take it down, or ask the server who the member is now. */
export type SyncCommand = 'connect' | 'disconnect' | 'check-member';

export type Step = readonly [state: SyncState, ...commands: SyncCommand[]];

/** The state before anything happened. `online`: what the browser says. */
export const startState = (online: boolean): SyncState => ({
  mode: 'idle',
  online,
  since: 0,
  retryAt: null,
  failures: 0,
  pollFailing: false,
  heartbeat: null,
});

/** The oldest slot (its start) whose heartbeat still proves the stream at `now` (both epoch ms). */
export const provenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);

/** Wait (ms) after so many failures in a row: 1 s, doubled each time, at most 30 s. */
export const backOff = (failures: number): number => Math.min(30_000, 1000 * 2 ** (failures - 1));

/** The state in which a stream that was open has to be opened again. */
const interrupted = (state: SyncState, now: number): SyncState =>
  state.mode === 'streaming' ? { ...state, mode: 'connecting', since: now } : state;

/** A new attempt. Who is locked or polls stays so; who was still connecting has not begun anew. None while offline. */
function reconnect(state: SyncState, now: number): Step {
  const retryAt = state.mode === 'polling' || !state.online ? now + RETRY_MS : null;
  const next = { ...interrupted(state, now), retryAt };
  return state.online ? [next, 'connect'] : [next];
}

function access({ online }: SyncState, locked: boolean, now: number): Step {
  const mode = locked ? 'blocked' : 'connecting';
  return reconnect({ ...startState(online), mode, since: now }, now);
}

function offline(state: SyncState, now: number): Step {
  if (state.mode === 'idle') return [{ ...state, online: false }];
  const mode = state.mode === 'blocked' ? 'blocked' : 'connecting';
  return [{ ...state, mode, online: false, since: now, retryAt: now + RETRY_MS }, 'disconnect'];
}

/** Back online, by word of the browser or because the server answered. */
const online = (state: SyncState, now: number): Step =>
  reconnect({ ...state, online: true, since: now, failures: 0 }, now);

function failed(state: SyncState, now: number): SyncState {
  const failures = state.failures + 1;
  return { ...interrupted(state, now), failures, retryAt: now + backOff(failures) };
}

function connected(state: SyncState, now: number): SyncState {
  if (state.mode === 'streaming' || state.mode === 'blocked' || !state.online) return state;
  return { ...state, mode: 'streaming', since: now, retryAt: null, failures: 0 };
}

function polled(state: SyncState, ok: boolean, now: number): Step {
  if (state.mode !== 'polling') return [state];
  const heard = { ...state, pollFailing: !ok };
  return ok && state.pollFailing ? reconnect(heard, now) : [heard];
}

/** When the next heartbeat is overdue. */
const silentAt = ({ since }: SyncState) => provenSlot(since) + SLOT_MS + HEARTBEAT_GRACE_MS;

function tick(state: SyncState, now: number): Step {
  const { mode, online: hasNetwork, since, retryAt, heartbeat } = state;
  if (retryAt !== null && now >= retryAt) {
    const [next, ...commands] = reconnect(state, now);
    const asks = mode === 'polling' || !hasNetwork;
    return asks ? [next, ...commands, 'check-member'] : [next, ...commands];
  }
  if (!hasNetwork) return [state];
  if (mode === 'connecting' && now >= since + CONNECT_WITHIN_MS)
    return [{ ...state, mode: 'polling', since: now, retryAt: now + RETRY_MS }];
  if (mode !== 'streaming' || now < silentAt(state)) return [state];
  const heard = heartbeat !== null && heartbeat >= provenSlot(now);
  return heard ? [{ ...state, since: now }] : reconnect(state, now);
}

/** When (epoch ms) the next `tick` is due; null while nothing is waited for. */
export function dueAt(state: SyncState): number | null {
  const { mode, online: hasNetwork, since, retryAt } = state;
  if (!hasNetwork) return retryAt;
  const due = Math.min(
    retryAt ?? Infinity,
    mode === 'connecting' ? since + CONNECT_WITHIN_MS : Infinity,
    mode === 'streaming' ? silentAt(state) : Infinity,
  );
  return due === Infinity ? null : due;
}

/** What an event at `now` (epoch ms) makes of the state, and what has to be done about it. */
export function step(state: SyncState, event: SyncEvent, now: number): Step {
  if (event.type === 'access') return access(state, event.locked, now);
  if (event.type === 'offline') return offline(state, now);
  if (state.mode === 'idle') return [{ ...state, online: state.online || event.type === 'online' }];
  switch (event.type) {
    case 'online':
      return [...online(state, now), 'check-member'];
    case 'reached':
      return state.online ? [state] : online(state, now);
    case 'resumed':
      return [...reconnect(state, now), 'check-member'];
    case 'connected':
      return [connected(state, now)];
    case 'lost':
      return [interrupted(state, now)];
    case 'failed':
      return [failed(state, now)];
    case 'denied':
      return [failed(state, now), 'check-member'];
    case 'heartbeat':
      return [{ ...state, heartbeat: event.slot }];
    case 'polled':
      return polled(state, event.ok, now);
    case 'tick':
      return tick(state, now);
  }
}
