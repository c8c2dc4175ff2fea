import { HEARTBEAT_GRACE_MS, SLOT_MS, slotStart } from '@quantalgo/contracts';

/** A stream that needs longer than this (ms) to open is replaced by polling until it opens. */
export const CONNECT_WITHIN_MS = 10_000;

/** While there is no stream, the way to it is tried again this often (ms). */
export const RETRY_MS = 30_000;

/** A page that nobody has seen for so long (ms) asks for nothing until it is shown again. */
export const HIDDEN_FOR_MS = 60_000;

/** Devices that wait for the same heartbeat give it up within this time (ms), not all at once. */
const SPREAD_MS = 5000;

/** A wait of `ms`, up to half shorter by the `spread` (0 to 1) in which devices differ: no crowd comes back at once. */
const spreadOut = (ms: number, spread: number): number => ms * (1 - spread / 2);

/** Wait (ms) after so many failures in a row: 1 s, doubled each time, at most 30 s; spread out. */
export const backOff = (failures: number, spread: number): number =>
  spreadOut(Math.min(30_000, 1000 * 2 ** (failures - 1)), spread);

/** The oldest slot (its start) whose heartbeat still proves the stream at `now` (both epoch ms). */
export const provenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);

/** When (epoch ms) the heartbeat after `since` is overdue on the device with this `spread`. */
const overdueAt = (since: number, spread: number): number =>
  provenSlot(since) + SLOT_MS + HEARTBEAT_GRACE_MS + spread * SPREAD_MS;

/**
 * How this device stands to the server. `idle`: not begun; `blocked`: the member is locked, no signal is asked for;
 * `connecting`: catching up and opening the stream; `streaming`: it is open; `polling`: it did not open in time, the
 * list is asked for over and over instead. Times are epoch ms of the server's clock.
 */
export interface SyncState {
  readonly mode: 'idle' | 'blocked' | 'connecting' | 'streaming' | 'polling';
  readonly online: boolean;
  /** What tells this device from others (0 to 1), so that they don't all try again in the same moment. */
  readonly spread: number;
  /** Since when nobody sees the page; null while somebody may. */
  readonly hiddenSince: number | null;
  /** Nobody sees the page, so nothing is asked for. */
  readonly paused: boolean;
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
  | { readonly type: 'offline' | 'online' | 'reached' | 'hidden' | 'resumed' | 'tick' }
  | { readonly type: 'connected' | 'lost' | 'failed' | 'denied' }
  | { readonly type: 'heartbeat'; readonly slot: number }
  | { readonly type: 'polled'; readonly ok: boolean };

/** What has to be done about it: build the stream anew, take it down, or ask the server who the member is now. */
export type SyncCommand = 'connect' | 'disconnect' | 'check-member';

export type Step = readonly [state: SyncState, ...commands: SyncCommand[]];

/** The state before anything happened. `online`: what the browser says; `spread`: see {@link SyncState}. */
export const startState = (online: boolean, spread = 0): SyncState => ({
  mode: 'idle',
  online,
  spread,
  hiddenSince: null,
  paused: false,
  since: 0,
  retryAt: null,
  failures: 0,
  pollFailing: false,
  heartbeat: null,
});

/** The state in which a stream that was open has to be opened again. */
const interrupted = (state: SyncState, now: number): SyncState =>
  state.mode === 'streaming' ? { ...state, mode: 'connecting', since: now } : state;

/** When (epoch ms) the way to the stream is tried again. */
const retryAfter = ({ spread }: SyncState, now: number) => now + spreadOut(RETRY_MS, spread);

/**
 * A new attempt. Who is locked or polls stays so; who was still connecting has not begun anew. None while offline, or
 * paused.
 */
function reconnect(state: SyncState, now: number): Step {
  const waits = state.mode === 'polling' || !state.online;
  const next = { ...interrupted(state, now), retryAt: waits ? retryAfter(state, now) : null };
  return state.online && !state.paused ? [next, 'connect'] : [next];
}

function access(state: SyncState, locked: boolean, now: number): Step {
  const { online, spread, hiddenSince, paused } = state;
  const mode = locked ? 'blocked' : 'connecting';
  const begun = { ...startState(online, spread), hiddenSince, paused };
  return reconnect({ ...begun, mode, since: now }, now);
}

function offline(state: SyncState, now: number): Step {
  if (state.mode === 'idle') return [{ ...state, online: false }];
  const mode = state.mode === 'blocked' ? 'blocked' : 'connecting';
  const retryAt = retryAfter(state, now);
  return [{ ...state, mode, online: false, since: now, retryAt }, 'disconnect'];
}

/** Back online, by word of the browser or because the server answered. */
const online = (state: SyncState, now: number): Step =>
  reconnect({ ...state, online: true, since: now, failures: 0 }, now);

/** Nobody sees the page any more: what is open stays so for a while, as they may just look something up. */
const hidden = (state: SyncState, now: number): SyncState => ({
  ...state,
  hiddenSince: state.hiddenSince ?? now,
});

/** Takes everything down until the page is shown again. */
function pause(state: SyncState, now: number): Step {
  const mode = state.mode === 'blocked' ? 'blocked' : 'connecting';
  return [{ ...state, mode, paused: true, since: now, retryAt: null, failures: 0 }, 'disconnect'];
}

/** The page is seen again. One that was paused begins anew. */
function resumed(state: SyncState, now: number): Step {
  const { paused } = state;
  const seen = { ...state, hiddenSince: null, paused: false, ...(paused && { since: now }) };
  return [...reconnect(seen, now), 'check-member'];
}

function failed(state: SyncState, now: number): SyncState {
  const failures = state.failures + 1;
  const retryAt = now + backOff(failures, state.spread);
  return { ...interrupted(state, now), failures, retryAt };
}

function connected(state: SyncState, now: number): SyncState {
  const { mode, online: hasNetwork, paused } = state;
  if (mode === 'streaming' || mode === 'blocked' || !hasNetwork || paused) return state;
  return { ...state, mode: 'streaming', since: now, retryAt: null, failures: 0 };
}

function polled(state: SyncState, ok: boolean, now: number): Step {
  if (state.mode !== 'polling') return [state];
  const heard = { ...state, pollFailing: !ok };
  return ok && state.pollFailing ? reconnect(heard, now) : [heard];
}

/** When a page that nobody sees is paused. */
const pauseAt = ({ hiddenSince, paused }: SyncState) =>
  hiddenSince === null || paused ? Infinity : hiddenSince + HIDDEN_FOR_MS;

function tick(state: SyncState, now: number): Step {
  if (now >= pauseAt(state)) return pause(state, now);
  if (state.paused) return [state];
  const { mode, online: hasNetwork, since, retryAt, heartbeat } = state;
  if (retryAt !== null && now >= retryAt) {
    const [next, ...commands] = reconnect(state, now);
    const asks = mode === 'polling' || !hasNetwork;
    return asks ? [next, ...commands, 'check-member'] : [next, ...commands];
  }
  if (!hasNetwork) return [state];
  if (mode === 'connecting' && now >= since + CONNECT_WITHIN_MS)
    return [{ ...state, mode: 'polling', since: now, retryAt: retryAfter(state, now) }];
  if (mode !== 'streaming' || now < overdueAt(state.since, state.spread)) return [state];
  const heard = heartbeat !== null && heartbeat >= provenSlot(now);
  return heard ? [{ ...state, since: now }] : reconnect(state, now);
}

function wakesAt(state: SyncState): number {
  const { mode, online: hasNetwork, paused, since, retryAt } = state;
  if (paused) return Infinity;
  if (!hasNetwork) return retryAt ?? Infinity;
  return Math.min(
    retryAt ?? Infinity,
    mode === 'connecting' ? since + CONNECT_WITHIN_MS : Infinity,
    mode === 'streaming' ? overdueAt(state.since, state.spread) : Infinity,
  );
}

/** When (epoch ms) the next `tick` is due; null while nothing is waited for. */
export function dueAt(state: SyncState): number | null {
  const due = state.mode === 'idle' ? Infinity : Math.min(wakesAt(state), pauseAt(state));
  return due === Infinity ? null : due;
}

/** What an event at `now` (epoch ms) makes of the state, and what has to be done about it. */
export function step(state: SyncState, event: SyncEvent, now: number): Step {
  if (event.type === 'access') return access(state, event.locked, now);
  if (event.type === 'offline') return offline(state, now);
  if (event.type === 'hidden') return [hidden(state, now)];
  if (state.mode === 'idle') {
    const hiddenSince = event.type === 'resumed' ? null : state.hiddenSince;
    return [{ ...state, hiddenSince, online: state.online || event.type === 'online' }];
  }
  switch (event.type) {
    case 'online':
      return state.paused ? [{ ...state, online: true }] : [...online(state, now), 'check-member'];
    case 'reached':
      return state.online ? [state] : online(state, now);
    case 'resumed':
      return resumed(state, now);
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
