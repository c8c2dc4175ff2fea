import { getAudiences, isLocked } from '@quantalgo/contracts/access/access';
import { ignoreExpected } from '../core/faults';
import { serverNow } from '../core/clock';
import { refreshMember, renewClaims } from '../auth/access';
import { getCurrentUser, session } from '../auth/currentSession';
import { isInstalled, requestPersistence } from '../storage/memberDatabase';
import { toAudiencesKey } from '../storage/signalTable';
import { syncState } from './freshness';
import { createEventQueue } from './inOrder';
import { getTickTime, step, type SyncCommand, type SyncEvent } from './machine';
import { fetchOwnDocuments } from './ownDocuments';
import { startPolling } from './poll';
import { createSyncState, type SyncState } from './state';
import { createStream } from './stream';

function getAccess(uid: string): { key: string; locked: boolean } | null {
  const user = getCurrentUser();
  if (user?.id !== uid) return null;
  const key = `${user.accessVersion} ${toAudiencesKey(getAudiences(user))}`;
  return { key, locked: isLocked(user) };
}

/**
 * Dispatches the member's access, now and whenever it changes. New access needs a renewed token, so
 * the event is repeated after the renewal.
 */
export function followAccess(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  signal: AbortSignal,
): void {
  let lastKey: string | undefined;
  const checkAccess = async () => {
    const access = getAccess(uid);
    if (!access || access.key === lastKey) return;
    lastKey = access.key;
    dispatch({ type: 'access', locked: access.locked });
    if ((await renewClaims()) && lastKey === access.key && !access.locked)
      dispatch({ type: 'access', locked: false });
  };
  void checkAccess();
  signal.addEventListener(
    'abort',
    session.subscribe(() => void checkAccess()),
  );
}

/**
 * Runs the state machine. Events that arrive during a step are queued until its commands have run.
 */
export function createLoop(
  state: SyncState,
  run: (command: SyncCommand) => void,
  onState: (state: SyncState) => void,
  signal: AbortSignal,
): (event: SyncEvent) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const handle = (event: SyncEvent) => {
    const [next, ...commands] = step(state, event, serverNow());
    state = next;
    onState(state);
    clearTimeout(timer);
    const tickTime = getTickTime(state);
    if (tickTime !== null)
      timer = setTimeout(() => dispatch({ type: 'tick' }), Math.max(0, tickTime - serverNow()));
    for (const command of commands) run(command);
  };
  const dispatch = createEventQueue(handle, signal);
  return dispatch;
}

export function runSync(uid: string, signal: AbortSignal): (event: SyncEvent) => void {
  let polling: AbortController | undefined;
  const updatePolling = (shouldPoll: boolean) => {
    if (shouldPoll && !polling) {
      polling = new AbortController();
      void startPolling(uid, dispatch, polling.signal);
    } else if (!shouldPoll) {
      polling?.abort();
      polling = undefined;
    }
  };
  const onState = (state: SyncState) => {
    syncState.set(state);
    updatePolling(state.mode === 'polling');
  };
  const fetchMember = async () => {
    if (await refreshMember()) dispatch({ type: 'reached' });
    await renewClaims();
  };
  const run = (command: SyncCommand) => {
    if (command === 'connect') stream.connect();
    else if (command === 'disconnect') stream.disconnect();
    else if (command === 'probe') stream.probe();
    else if (command === 'fetch-own-documents') fetchOwnDocuments(uid).catch(ignoreExpected);
    else void fetchMember();
  };
  const dispatch: (event: SyncEvent) => void = createLoop(
    createSyncState(navigator.onLine, Math.random()),
    run,
    onState,
    signal,
  );
  const stream = createStream(uid, dispatch, signal);
  signal.addEventListener('abort', () => {
    polling?.abort();
    syncState.set(createSyncState(navigator.onLine));
  });
  followAccess(uid, dispatch, signal);
  if (isInstalled()) requestPersistence();
  run('check-member');
  return dispatch;
}
