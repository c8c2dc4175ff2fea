import { audiencesOf, isLocked, receivedSignalSchema, type User } from '@quantalgo/contracts';
import { noteClockSetBack, recordContact, serverNow } from '../core/clock';
import { refreshMember, renewClaims } from '../session/access';
import { call, callIfChanged } from '../session/call';
import { currentUser, session } from '../session/currentSession';
import { ApiError } from '../session/errors';
import { storeHeartbeat } from '../signals/opening';
import { storePerformance } from '../signals/useSignals';
import {
  checkDatabaseOnReturn,
  followDatabase,
  isInstalled,
  requestPersistence,
  withDatabase,
} from '../storage/memberDatabase';
import { audiencesKey, readCursor, storeSignals } from '../storage/signalTable';
import { OVERLAP_MS } from './firestore';
import { syncState } from './freshness';
import {
  backOff,
  dueAt,
  provenSlot,
  startState,
  step,
  type SyncCommand,
  type SyncEvent,
  type SyncState,
} from './machine';
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

/** The list is asked for this often (ms), as the specification has it. */
const POLL_MS = 2000;

/** What the last reply carried, for the same question. */
interface Known {
  readonly question: string;
  readonly etag: string | null;
}

/** What changed after the cursor; without one the newest, which may leave a gap: that is for the stream to fill. */
const queryFor = (cursor: number | null) =>
  cursor === null
    ? ({ limit: '100', sortOrder: 'desc' } as const)
    : ({
        limit: '100',
        sortOrder: 'asc',
        updatedAfter: new Date(Math.max(0, cursor - OVERLAP_MS)).toISOString(),
      } as const);

/** Asks for the newest heartbeat and keeps it. @throws ApiError @throws NetworkError */
async function askHeartbeat(uid: string): Promise<void> {
  const { data } = await call('heartbeat', {});
  if (!data) return;
  const opensAt = data.opensAt === null ? null : Date.parse(data.opensAt);
  await withDatabase(uid, (database) => storeHeartbeat(database, { ...data, opensAt }));
}

/**
 * Asks for the heartbeat of each slot once, and says which slot that was for (its start). Never rejects: signals come
 * without it, and the next slot has another.
 */
async function pollHeartbeat(uid: string, asked: number | null): Promise<number> {
  const slot = provenSlot(serverNow());
  if (slot !== asked) await askHeartbeat(uid).catch(() => undefined);
  return slot;
}

/** Asks once, and stores what is new. */
async function poll(user: User, known: Known | null): Promise<Known> {
  const cursor = (await withDatabase(user.id, readCursor))?.updatedAt ?? null;
  const query = queryFor(cursor);
  const question = JSON.stringify(query);
  const etag = known?.question === question ? known.etag : null;
  const reply = await callIfChanged('signals', { query }, etag);
  recordContact(serverNow());
  if (!reply) return { question, etag };
  const signals = reply.data.map((signal) => receivedSignalSchema.parse(signal));
  const arrival = { receivedAt: serverNow(), live: false };
  const audiences = audiencesOf(user);
  const { data: figures } = await call('performance', {});
  await withDatabase(user.id, async (database) => {
    await storeSignals(database, audiences, signals, arrival, cursor !== null);
    await storePerformance(database, figures);
  });
  return { question, etag: reply.etag };
}

const whenVisible = (stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (!document.hidden || stopped.aborted) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: stopped });
    stopped.addEventListener('abort', () => resolve());
  });

const wait = (ms: number, stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Asks for the list over and over while the page is visible, more seldom while it fails, until `stopped` or until the
 * member is gone.
 */
export async function startPolling(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): Promise<void> {
  let known: Known | null = null;
  let heard: number | null = null;
  let failures = 0;
  for (;;) {
    await whenVisible(stopped);
    const user = currentUser();
    if (stopped.aborted || user?.id !== uid) return;
    try {
      known = await poll(user, known);
      heard = await pollHeartbeat(uid, heard);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof ApiError && error.status === 403) dispatch({ type: 'denied' });
    }
    dispatch({ type: 'polled', ok: failures === 0 });
    await wait(
      failures === 0 ? POLL_MS : Math.max(POLL_MS, backOff(failures, Math.random())),
      stopped,
    );
  }
}
