import { audiencesOf, isLocked } from '@quantalgo/contracts';
import { noteClockSetBack, serverNow } from '../core/clock';
import { refreshMember, renewClaims } from '../session/access';
import { currentUser, session } from '../session/currentSession';
import {
  checkDatabaseOnReturn,
  followDatabase,
  isInstalled,
  requestPersistence,
} from '../storage/memberDatabase';
import { audiencesKey } from '../storage/signalTable';
import { syncState } from './freshness';
import {
  dueAt,
  startState,
  step,
  type SyncCommand,
  type SyncEvent,
  type SyncState,
} from './machine';
import { startPolling } from './poll';
import { createStream } from './stream';

/** What the server can be asked for as this member. */
function accessOf(uid: string): { key: string; locked: boolean } | null {
  const user = currentUser();
  if (user?.id !== uid) return null;
  const key = `${user.accessVersion} ${audiencesKey(audiencesOf(user))}`;
  return { key, locked: isLocked(user) };
}

/**
 * Tells of the member's access, now and whenever it changes. What they may no longer have is refused at once; for what
 * they may have the token has to say so too, so once it was renewed the server is asked again.
 */
export function followAccess(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): void {
  let known: string | undefined;
  const look = async () => {
    const access = accessOf(uid);
    if (!access || access.key === known) return;
    known = access.key;
    dispatch({ type: 'access', locked: access.locked });
    if ((await renewClaims()) && known === access.key && !access.locked)
      dispatch({ type: 'access', locked: false });
  };
  void look();
  stopped.addEventListener(
    'abort',
    session.subscribe(() => void look()),
  );
}

/** Runs the machine from `state` on: each event is one step, each of its commands is given to `run`. */
export function createLoop(
  state: SyncState,
  run: (command: SyncCommand) => void,
  onState: (state: SyncState) => void,
  stopped: AbortSignal,
): (event: SyncEvent) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  stopped.addEventListener('abort', () => clearTimeout(timer));
  const dispatch = (event: SyncEvent) => {
    if (stopped.aborted) return;
    const [next, ...commands] = step(state, event, serverNow());
    state = next;
    onState(state);
    clearTimeout(timer);
    const due = dueAt(state);
    if (due !== null)
      timer = setTimeout(() => dispatch({ type: 'tick' }), Math.max(0, due - serverNow()));
    for (const command of commands) run(command);
  };
  return dispatch;
}

/** How often (ms) the passing of time is looked at, and which gap (ms) tells that the device slept or its clock was set. */
const LOOK_MS = 10_000;

const GAP_MS = 30_000;

/** A return to the page announces itself in several ways: what comes within this time (ms) is one. */
const ONE_RETURN_MS = 1000;

/** Tells of whatever may have cut the stream: network gone or back, page hidden or shown again, device asleep, clock set. */
export function followPage(dispatch: (event: SyncEvent) => void, stopped: AbortSignal): void {
  let returnedAt = -Infinity;
  const returned = (type: 'online' | 'resumed') => {
    const now = performance.now();
    if (type === 'resumed' && now - returnedAt < ONE_RETURN_MS) return;
    returnedAt = now;
    dispatch({ type });
  };
  const left = () => {
    returnedAt = -Infinity;
    dispatch({ type: 'hidden' });
  };
  const options = { signal: stopped };
  window.addEventListener('online', () => returned('online'), options);
  window.addEventListener('offline', () => dispatch({ type: 'offline' }), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && returned('resumed'), options);
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? left() : returned('resumed')),
    options,
  );
  if (document.hidden) left();
  let seen = Date.now();
  let steady = performance.now();
  const look = setInterval(() => {
    const gap = Date.now() - seen;
    const setBack = performance.now() - steady - gap;
    seen = Date.now();
    steady = performance.now();
    if (setBack > GAP_MS) noteClockSetBack(setBack);
    if (!document.hidden && (gap > GAP_MS || gap < 0)) returned('resumed');
  }, LOOK_MS);
  stopped.addEventListener('abort', () => clearInterval(look));
}

/** Runs the sync of one member until `stopped`: the machine decides, this does it. */
export function runSync(uid: string, stopped: AbortSignal): void {
  let polling: AbortController | undefined;
  const pollOnlyIf = (due: boolean) => {
    if (due && !polling) {
      polling = new AbortController();
      void startPolling(uid, dispatch, polling.signal);
    } else if (!due) {
      polling?.abort();
      polling = undefined;
    }
  };
  const onState = (state: SyncState) => {
    syncState.set(state);
    pollOnlyIf(state.mode === 'polling');
  };
  const askWhoIsMember = async () => {
    if (await refreshMember()) dispatch({ type: 'reached' });
    await renewClaims();
  };
  const run = (command: SyncCommand) => {
    if (command === 'connect') stream.connect();
    else if (command === 'disconnect') stream.disconnect();
    else void askWhoIsMember();
  };
  const dispatch: (event: SyncEvent) => void = createLoop(
    startState(navigator.onLine, Math.random()),
    run,
    onState,
    stopped,
  );
  const stream = createStream(uid, dispatch, stopped);
  stopped.addEventListener('abort', () => {
    polling?.abort();
    syncState.set(startState(navigator.onLine));
  });
  followPage(dispatch, stopped);
  checkDatabaseOnReturn(stopped);
  stopped.addEventListener(
    'abort',
    followDatabase(uid, () => {
      // Whoever returns to a hidden page resumes anyway.
      if (!document.hidden) dispatch({ type: 'resumed' });
    }),
  );
  followAccess(uid, dispatch, stopped);
  if (isInstalled()) requestPersistence();
  run('check-member');
}
