import { ticketMountCount, ticketMountCountInOtherTabs } from '../tickets/mountCounts';
import { clockOffset, lastContact } from '../core/clock';
import { isAppVisible } from '../core/topWindow';
import { checkDatabaseOnReturn, followDatabase } from '../storage/memberDatabase';
import { syncState } from './freshness';
import { createEventQueue } from './inOrder';
import {
  type Ask,
  ASK_INTERVAL_MS,
  type Lead,
  type LeaderMessage,
  messageSchema,
  toForwardedEvent,
  getRestTime,
  createTabState,
  stepTab,
  toSyncEvent,
  type TabCommand,
  type TabEvent,
  type TabState,
} from './leadership';
import type { SyncEvent } from './machine';
import { followPage } from './pageEvents';
import { createSyncState } from './state';

/**
 * The name contains the message format's version, so that builds with a different version elect
 * their own leader.
 */
const getLockName = (uid: string) => `quantalgo-sync-1 ${uid}`;

function openChannel(name: string): BroadcastChannel | null {
  try {
    return 'locks' in navigator ? new BroadcastChannel(name) : null;
  } catch {
    return null;
  }
}

interface Lock {
  readonly queue: () => void;
  readonly steal: () => void;
  readonly release: () => void;
}

/** The tab that holds the lock leads. `denied`: the browser refuses locks. */
function createLock(name: string, report: (event: 'granted' | 'robbed' | 'denied') => void): Lock {
  let controller = new AbortController();
  const request = async (steal: boolean) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const lock = { isHeld: false };
    const hold = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve());
        lock.isHeld = true;
        report('granted');
      });
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal }, hold);
    } catch {
      if (!signal.aborted) report(lock.isHeld ? 'robbed' : 'denied');
    }
  };
  return {
    queue: () => void request(false),
    steal: () => void request(true),
    release: () => controller.abort(),
  };
}

const TALLY_TTL_MS = 3 * ASK_INTERVAL_MS;

function createTally(): { readonly count: (ask: Ask) => void; readonly clear: () => void } {
  const counts = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const publish = () =>
    ticketMountCountInOtherTabs.set([...counts.values()].reduce((a, b) => a + b, 0));
  const removeTab = (tab: string) => {
    clearTimeout(timers.get(tab));
    timers.delete(tab);
    counts.delete(tab);
  };
  return {
    count: ({ from, tickets }) => {
      removeTab(from);
      if (tickets > 0) {
        counts.set(from, tickets);
        const expire = () => {
          removeTab(from);
          publish();
        };
        timers.set(from, setTimeout(expire, TALLY_TTL_MS));
      }
      publish();
    },
    clear: () => {
      for (const tab of [...counts.keys()]) removeTab(tab);
      publish();
    },
  };
}

function adoptState({ standing, asOf, offset }: LeaderMessage): void {
  syncState.set(standing);
  lastContact.set(asOf);
  if (offset !== null && offset !== clockOffset.get()?.offset)
    clockOffset.set({ offset, roundTrip: Infinity });
}

const createStateMessage = (): LeaderMessage => ({
  type: 'answer',
  standing: syncState.get(),
  asOf: lastContact.get(),
  offset: clockOffset.get()?.offset ?? null,
});

/**
 * Loads the sync's code and runs it until `signal` aborts; never rejects. `onLoad` receives the
 * sync's dispatch, or null if loading failed. A failed load is retried.
 */
export type LoadSync = (
  uid: string,
  signal: AbortSignal,
  onLoad: (dispatch: ((event: SyncEvent) => void) | null) => void,
) => Promise<void>;

function createTerm(uid: string, load: LoadSync) {
  let term = new AbortController();
  let dispatch: ((event: SyncEvent) => void) | null = null;
  let isBroken = false;
  return {
    begin: () => {
      // Discards the state that was adopted from another tab.
      syncState.set(createSyncState(navigator.onLine));
      term = new AbortController();
      void load(uid, term.signal, (syncDispatch) => {
        dispatch = syncDispatch;
        isBroken = syncDispatch === null;
      });
    },
    end: () => {
      dispatch = null;
      term.abort();
    },
    pass: (event: SyncEvent | null) => event && dispatch?.(event),
    isBroken: () => isBroken,
  };
}

function createTimers(onDue: () => void, onCheck: () => void): (state: TabState | null) => void {
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let checkTimer: ReturnType<typeof setInterval> | undefined;
  return (state) => {
    clearTimeout(restTimer);
    const restTime = state && getRestTime(state);
    if (restTime !== null) restTimer = setTimeout(onDue, Math.max(0, restTime - Date.now()));
    if (state?.role === 'following' && state.hiddenSince === null)
      checkTimer ??= setInterval(onCheck, ASK_INTERVAL_MS);
    else {
      clearInterval(checkTimer);
      checkTimer = undefined;
    }
  };
}

export function createTab(
  initial: TabState,
  run: (command: TabCommand, event: TabEvent) => void,
  signal: AbortSignal,
) {
  let state = initial;
  const updateTimers = createTimers(
    () => dispatch({ type: 'tick' }),
    () => dispatch({ type: 'check' }),
  );
  const resetState = () => syncState.set(createSyncState(navigator.onLine));
  const handle = (event: TabEvent) => {
    const [next, ...commands] = stepTab(state, event, Date.now());
    const startsResting = next.role === 'resting' && state.role !== 'resting';
    state = next;
    updateTimers(state);
    for (const command of commands) run(command, event);
    if (startsResting) resetState();
  };
  const dispatch = createEventQueue(handle, signal);
  signal.addEventListener('abort', () => {
    updateTimers(null);
    resetState();
  });
  return { dispatch, role: () => state.role };
}

type Term = ReturnType<typeof createTerm>;

function getLead(term: Term): Lead {
  const { mode, online } = syncState.get();
  // `navigator.onLine` may be wrong; `online` is true if the server was reached.
  return { seen: isAppVisible(), able: (navigator.onLine || online) && !term.isBroken(), mode };
}

const createAsk = (from: string, event: TabEvent, term: Term): Ask => ({
  type: 'ask',
  from,
  seen: isAppVisible(),
  able: navigator.onLine && !term.isBroken(),
  passed: toForwardedEvent(event),
  tickets: ticketMountCount.get(),
});

/** A following tab also adopts the state in a response. */
function toTabEvent(data: unknown, role: TabState['role'], term: Term): TabEvent {
  const message = messageSchema.safeParse(data).data;
  if (!message) return { type: 'unreadable' };
  if (message.type === 'ask') return { type: 'asked', ask: message, own: getLead(term) };
  if (role === 'following') adoptState(message);
  return { type: 'answered' };
}

/**
 * One of the member's tabs runs the sync, and the others show its state. `leadership.ts` decides
 * which one. A tab that can't share a store runs its own sync.
 */
export function runAmongTabs(uid: string, load: LoadSync, signal: AbortSignal): void {
  const id = crypto.randomUUID();
  const channel = openChannel(getLockName(uid));
  const term = createTerm(uid, load);
  const tally = createTally();
  const lock = createLock(getLockName(uid), (type) =>
    tab.dispatch(type === 'denied' ? { type: 'storage', isShared: false } : { type }),
  );
  const postAnswer = () => channel?.postMessage(createStateMessage());
  const commands: Readonly<Record<TabCommand, (event: TabEvent) => void>> = {
    ...lock,
    lead: term.begin,
    end: () => {
      term.end();
      tally.clear();
    },
    ask: (event) => channel?.postMessage(createAsk(id, event, term)),
    answer: postAnswer,
    pass: (event) => term.pass(toSyncEvent(event)),
  };
  const tab = createTab(
    createTabState(isAppVisible() ? null : Date.now(), channel !== null),
    (command, event) => commands[command](event),
    signal,
  );
  channel?.addEventListener('message', ({ data }) => {
    const event = toTabEvent(data, tab.role(), term);
    if (event.type === 'asked' && tab.role() === 'leading') tally.count(event.ask);
    tab.dispatch(event);
  });
  const unsubscribes = [
    ...[syncState, lastContact, clockOffset].map(({ subscribe }) =>
      subscribe(() => tab.role() === 'leading' && postAnswer()),
    ),
    ticketMountCount.subscribe(() => tab.dispatch({ type: 'shown' })),
    followDatabase(uid, ({ isPersisted, isReplaced }) => {
      tab.dispatch({ type: 'storage', isShared: isPersisted && channel !== null });
      if (isReplaced) tab.dispatch({ type: 'replaced' });
    }),
  ];
  signal.addEventListener('abort', () => {
    for (const end of unsubscribes) end();
    lock.release();
    term.end();
    tally.clear();
    channel?.close();
  });
  followPage((type) => tab.dispatch({ type }), signal);
  checkDatabaseOnReturn(signal);
  tab.dispatch({ type: 'began' });
}
