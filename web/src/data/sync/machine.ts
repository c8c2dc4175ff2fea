import { HEARTBEAT_GRACE_MS, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { getProvenSlot, createSyncState, type SyncState } from './state';

/** If the stream isn't open after this time, polling replaces it until it opens. */
export const CONNECT_TIMEOUT_MS = 10_000;

export const CONNECT_RETRY_INTERVAL_MS = 30_000;

const MAX_JITTER_MS = 5000;

/**
 * Shortens a delay by up to half by the device's `jitter` (0 to 1), so that devices don't all
 * reconnect at once.
 */
const applyJitter = (ms: number, jitter: number): number => ms * (1 - jitter / 2);

/** 1 s after the first failure, doubled each time, up to 30 s. Shortened by `jitter`. */
export const getBackoffMs = (failures: number, jitter: number): number =>
  applyJitter(Math.min(30_000, 1000 * 2 ** (failures - 1)), jitter);

/** Epoch ms. */
const getOverdueTime = (since: number, jitter: number): number =>
  getProvenSlot(since) + SLOT_MS + HEARTBEAT_GRACE_MS + jitter * MAX_JITTER_MS;

export type SyncEvent =
  | { readonly type: 'access'; readonly locked: boolean }
  | { readonly type: 'offline' | 'online' | 'reached' | 'tick' }
  /** The page is visible again. */
  | { readonly type: 'resumed' }
  /** The device slept or its clock was set. */
  | { readonly type: 'woken' }
  /** A new store, which may have less data, replaced the previous one. */
  | { readonly type: 'replaced' }
  | { readonly type: 'connected' | 'lost' | 'failed' | 'denied' }
  /** The stream didn't respond to a probe. */
  | { readonly type: 'silent' }
  /** The stream delivered the user document. */
  | { readonly type: 'user-received' }
  | { readonly type: 'heartbeat'; readonly slot: number }
  /** The stored signals were compared with the inventory. */
  | { readonly type: 'compared'; readonly whole: boolean }
  | { readonly type: 'polled'; readonly ok: boolean };

export type SyncCommand =
  | 'connect'
  | 'disconnect'
  | 'probe'
  | 'check-member'
  | 'fetch-own-documents';

type Transition = readonly [state: SyncState, ...commands: SyncCommand[]];

const interrupt = (state: SyncState, now: number): SyncState =>
  state.mode === 'streaming' ? { ...state, mode: 'connecting', since: now } : state;

const getRetryTime = ({ jitter }: SyncState, now: number) =>
  now + applyJitter(CONNECT_RETRY_INTERVAL_MS, jitter);

/**
 * Retains the modes `blocked` and `polling`, and the start time of `connecting`. Attempts nothing
 * while offline.
 */
function reconnect(state: SyncState, now: number): Transition {
  const isDeferred = state.mode === 'polling' || state.mode === 'blocked' || !state.online;
  const next = { ...interrupt(state, now), retryAt: isDeferred ? getRetryTime(state, now) : null };
  return state.online ? [next, 'connect'] : [next];
}

function handleAccess(state: SyncState, locked: boolean, now: number): Transition {
  const mode = locked ? 'blocked' : 'connecting';
  return reconnect({ ...createSyncState(state.online, state.jitter), mode, since: now }, now);
}

function handleOffline(state: SyncState, now: number): Transition {
  if (state.mode === 'idle') return [{ ...state, online: false }];
  const mode = state.mode === 'blocked' ? 'blocked' : 'connecting';
  const retryAt = getRetryTime(state, now);
  return [{ ...state, mode, online: false, since: now, retryAt }, 'disconnect'];
}

const handleOnline = (state: SyncState, now: number): Transition =>
  reconnect({ ...state, online: true, since: now, failures: 0 }, now);

const isProven = ({ heartbeat }: SyncState, now: number): boolean =>
  heartbeat !== null && heartbeat >= getProvenSlot(now);

const mayHaveStream = ({ mode, online }: SyncState): boolean =>
  online && (mode === 'streaming' || mode === 'blocked');

function handleResumed(state: SyncState, now: number): Transition {
  if (!mayHaveStream(state)) return [...reconnect(state, now), 'check-member'];
  return state.mode === 'streaming' && isProven(state, now) ? [state] : [state, 'probe'];
}

/** Only the response to a probe shows if the stream survived. */
const handleWoken = (state: SyncState, now: number): Transition => [
  ...(mayHaveStream(state) ? ([state, 'probe'] as const) : reconnect(state, now)),
  'check-member',
];

function handleFailure(state: SyncState, now: number): SyncState {
  const failures = state.failures + 1;
  const retryAt = now + getBackoffMs(failures, state.jitter);
  return { ...interrupt(state, now), failures, retryAt };
}

function handleConnected(state: SyncState, now: number): SyncState {
  const { mode, online } = state;
  if (mode === 'streaming' || mode === 'blocked' || !online) return state;
  return { ...state, mode: 'streaming', since: now, retryAt: null, failures: 0, whole: false };
}

/**
 * The first response, or the first one after failures, shows that the network works. A hanging
 * stream is then reconnected, which is cheap because polled data is stored.
 */
function handlePolled(state: SyncState, ok: boolean, now: number): Transition {
  if (state.mode !== 'polling') return [state];
  const updated = { ...state, pollFailing: !ok, pollAnswered: state.pollAnswered || ok };
  const isFirstSuccess = state.pollFailing || !state.pollAnswered;
  return ok && isFirstSuccess ? reconnect(updated, now) : [updated];
}

const pollInstead = (state: SyncState, now: number): SyncState => ({
  ...state,
  mode: 'polling',
  since: now,
  retryAt: getRetryTime(state, now),
  pollAnswered: false,
});

function handleTick(state: SyncState, now: number): Transition {
  const { mode, online, since, retryAt } = state;
  if (retryAt !== null && now >= retryAt) {
    const [next, ...commands] = reconnect(state, now);
    if (mode === 'blocked' && online)
      return [next, ...commands, 'check-member', 'fetch-own-documents'];
    const isMemberCheckDue = mode === 'polling' || !online;
    return isMemberCheckDue ? [next, ...commands, 'check-member'] : [next, ...commands];
  }
  if (!online) return [state];
  if (mode === 'connecting' && now >= since + CONNECT_TIMEOUT_MS) return [pollInstead(state, now)];
  if (mode !== 'streaming' || now < getOverdueTime(state.since, state.jitter)) return [state];
  return isProven(state, now) ? [{ ...state, since: now }] : reconnect(state, now);
}

function getWakeTime(state: SyncState): number {
  const { mode, online, since, retryAt } = state;
  if (!online) return retryAt ?? Infinity;
  return Math.min(
    retryAt ?? Infinity,
    mode === 'connecting' ? since + CONNECT_TIMEOUT_MS : Infinity,
    mode === 'streaming' ? getOverdueTime(state.since, state.jitter) : Infinity,
  );
}

/** Epoch ms of the next `tick`; null if none is due. */
export function getTickTime(state: SyncState): number | null {
  const due = state.mode === 'idle' ? Infinity : getWakeTime(state);
  return due === Infinity ? null : due;
}

export function step(state: SyncState, event: SyncEvent, now: number): Transition {
  if (event.type === 'access') return handleAccess(state, event.locked, now);
  if (event.type === 'offline') return handleOffline(state, now);
  if (state.mode === 'idle') return [{ ...state, online: state.online || event.type === 'online' }];
  switch (event.type) {
    case 'online':
      return [...handleOnline(state, now), 'check-member'];
    case 'reached':
      return state.online ? [state] : handleOnline(state, now);
    case 'resumed':
      return handleResumed(state, now);
    case 'woken':
      return handleWoken(state, now);
    case 'replaced':
    case 'silent':
      return reconnect(state, now);
    case 'connected':
      return [handleConnected(state, now)];
    case 'user-received':
      return [state.mode === 'blocked' ? { ...state, retryAt: null, failures: 0 } : state];
    case 'lost':
      return [interrupt(state, now)];
    case 'failed':
      return [handleFailure(state, now)];
    case 'denied':
      return [handleFailure(state, now), 'check-member'];
    case 'heartbeat':
      return [{ ...state, heartbeat: event.slot }];
    case 'compared':
      return [{ ...state, whole: event.whole }];
    case 'polled':
      return handlePolled(state, event.ok, now);
    case 'tick':
      return handleTick(state, now);
  }
}
