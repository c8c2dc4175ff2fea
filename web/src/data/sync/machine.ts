import { HEARTBEAT_GRACE_MS, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { provenSlot, startState, type SyncState } from './state';

/** Polling replaces a stream that isn't open after this time (ms), until it opens. */
export const CONNECT_WITHIN_MS = 10_000;

/** Without a stream, connecting is retried this often (ms). */
export const RETRY_MS = 30_000;

/** Devices spread over this time (ms) the moment when they give up on an overdue heartbeat. */
const SPREAD_MS = 5000;

/**
 * A wait of `ms`, shortened by up to half by the device's `spread` (0 to 1), so that devices don't all reconnect at
 * once.
 */
const spreadOut = (ms: number, spread: number): number => ms * (1 - spread / 2);

/** Wait (ms) after consecutive failures: 1 s, doubled each time, at most 30 s; spread out. */
export const backOff = (failures: number, spread: number): number =>
  spreadOut(Math.min(30_000, 1000 * 2 ** (failures - 1)), spread);

/** When (epoch ms) the heartbeat after `since` is overdue on a device with this `spread`. */
const overdueAt = (since: number, spread: number): number =>
  provenSlot(since) + SLOT_MS + HEARTBEAT_GRACE_MS + spread * SPREAD_MS;

/**
 * `resumed`: the page is visible again; `woken`: the device slept or its clock was set; `replaced`: a new store, which
 * may hold less, took the place of the old one; `silent`: the stream did not answer a probe; `own`: the stream
 * brought the member's user document; `compared`: the stored signals were compared with the inventory.
 */
export type SyncEvent =
  | { readonly type: 'access'; readonly locked: boolean }
  | { readonly type: 'offline' | 'online' | 'reached' | 'resumed' | 'woken' | 'replaced' | 'tick' }
  | { readonly type: 'connected' | 'lost' | 'silent' | 'own' | 'failed' | 'denied' }
  | { readonly type: 'heartbeat'; readonly slot: number }
  | { readonly type: 'compared'; readonly whole: boolean }
  | { readonly type: 'polled'; readonly ok: boolean };

/**
 * Commands of a step: rebuild the stream, close it, check whether it still answers, or fetch the member, or their own
 * documents, from the server.
 */
export type SyncCommand = 'connect' | 'disconnect' | 'probe' | 'check-member' | 'ask-own';

type Transition = readonly [state: SyncState, ...commands: SyncCommand[]];

/** A stream that was open goes back to `connecting`. */
const interrupted = (state: SyncState, now: number): SyncState =>
  state.mode === 'streaming' ? { ...state, mode: 'connecting', since: now } : state;

/** When (epoch ms) to retry the stream. */
const retryAfter = ({ spread }: SyncState, now: number) => now + spreadOut(RETRY_MS, spread);

/** Tries to connect. `blocked` and `polling` remain, and the time of `connecting` runs on. No attempt while offline. */
function reconnect(state: SyncState, now: number): Transition {
  const waits = state.mode === 'polling' || state.mode === 'blocked' || !state.online;
  const next = { ...interrupted(state, now), retryAt: waits ? retryAfter(state, now) : null };
  return state.online ? [next, 'connect'] : [next];
}

function access(state: SyncState, locked: boolean, now: number): Transition {
  const mode = locked ? 'blocked' : 'connecting';
  return reconnect({ ...startState(state.online, state.spread), mode, since: now }, now);
}

function offline(state: SyncState, now: number): Transition {
  if (state.mode === 'idle') return [{ ...state, online: false }];
  const mode = state.mode === 'blocked' ? 'blocked' : 'connecting';
  const retryAt = retryAfter(state, now);
  return [{ ...state, mode, online: false, since: now, retryAt }, 'disconnect'];
}

/** Back online, as reported by the browser or shown by an answer of the server. */
const online = (state: SyncState, now: number): Transition =>
  reconnect({ ...state, online: true, since: now, failures: 0 }, now);

/** Whether the heartbeat due by `now` has arrived. */
const isProven = ({ heartbeat }: SyncState, now: number): boolean =>
  heartbeat !== null && heartbeat >= provenSlot(now);

/** Whether there is a stream, which may be dead without anybody noticing. */
const mayLive = ({ mode, online: hasNetwork }: SyncState): boolean =>
  hasNetwork && (mode === 'streaming' || mode === 'blocked');

/** The page is visible again: a stream that is proven is left as it is, others are probed or rebuilt. */
function resumed(state: SyncState, now: number): Transition {
  if (!mayLive(state)) return [...reconnect(state, now), 'check-member'];
  return state.mode === 'streaming' && isProven(state, now) ? [state] : [state, 'probe'];
}

/** Only a reply shows whether the device slept or its clock was set. */
const woken = (state: SyncState, now: number): Transition => [
  ...(mayLive(state) ? ([state, 'probe'] as const) : reconnect(state, now)),
  'check-member',
];

function failed(state: SyncState, now: number): SyncState {
  const failures = state.failures + 1;
  const retryAt = now + backOff(failures, state.spread);
  return { ...interrupted(state, now), failures, retryAt };
}

function connected(state: SyncState, now: number): SyncState {
  const { mode, online: hasNetwork } = state;
  if (mode === 'streaming' || mode === 'blocked' || !hasNetwork) return state;
  return { ...state, mode: 'streaming', since: now, retryAt: null, failures: 0, whole: false };
}

/**
 * The first answer, and the first after failures, show that the line carries: a stream that still hangs is built anew, which
 * costs little, as what was polled is stored.
 */
function polled(state: SyncState, ok: boolean, now: number): Transition {
  if (state.mode !== 'polling') return [state];
  const heard = { ...state, pollFailing: !ok, pollAnswered: state.pollAnswered || ok };
  const isNews = state.pollFailing || !state.pollAnswered;
  return ok && isNews ? reconnect(heard, now) : [heard];
}

const pollInstead = (state: SyncState, now: number): SyncState => ({
  ...state,
  mode: 'polling',
  since: now,
  retryAt: retryAfter(state, now),
  pollAnswered: false,
});

function tick(state: SyncState, now: number): Transition {
  const { mode, online: hasNetwork, since, retryAt } = state;
  if (retryAt !== null && now >= retryAt) {
    const [next, ...commands] = reconnect(state, now);
    if (mode === 'blocked' && hasNetwork) return [next, ...commands, 'check-member', 'ask-own'];
    const asks = mode === 'polling' || !hasNetwork;
    return asks ? [next, ...commands, 'check-member'] : [next, ...commands];
  }
  if (!hasNetwork) return [state];
  if (mode === 'connecting' && now >= since + CONNECT_WITHIN_MS) return [pollInstead(state, now)];
  if (mode !== 'streaming' || now < overdueAt(state.since, state.spread)) return [state];
  return isProven(state, now) ? [{ ...state, since: now }] : reconnect(state, now);
}

function wakesAt(state: SyncState): number {
  const { mode, online: hasNetwork, since, retryAt } = state;
  if (!hasNetwork) return retryAt ?? Infinity;
  return Math.min(
    retryAt ?? Infinity,
    mode === 'connecting' ? since + CONNECT_WITHIN_MS : Infinity,
    mode === 'streaming' ? overdueAt(state.since, state.spread) : Infinity,
  );
}

/** When (epoch ms) the next `tick` is due; null if none is. */
export function dueAt(state: SyncState): number | null {
  const due = state.mode === 'idle' ? Infinity : wakesAt(state);
  return due === Infinity ? null : due;
}

/** The state after an event at `now` (epoch ms), and the commands to run. */
export function step(state: SyncState, event: SyncEvent, now: number): Transition {
  if (event.type === 'access') return access(state, event.locked, now);
  if (event.type === 'offline') return offline(state, now);
  if (state.mode === 'idle') return [{ ...state, online: state.online || event.type === 'online' }];
  switch (event.type) {
    case 'online':
      return [...online(state, now), 'check-member'];
    case 'reached':
      return state.online ? [state] : online(state, now);
    case 'resumed':
      return resumed(state, now);
    case 'woken':
      return woken(state, now);
    case 'replaced':
    case 'silent':
      return reconnect(state, now);
    case 'connected':
      return [connected(state, now)];
    case 'own':
      return [state.mode === 'blocked' ? { ...state, retryAt: null, failures: 0 } : state];
    case 'lost':
      return [interrupted(state, now)];
    case 'failed':
      return [failed(state, now)];
    case 'denied':
      return [failed(state, now), 'check-member'];
    case 'heartbeat':
      return [{ ...state, heartbeat: event.slot }];
    case 'compared':
      return [{ ...state, whole: event.whole }];
    case 'polled':
      return polled(state, event.ok, now);
    case 'tick':
      return tick(state, now);
  }
}
