import { ticketsShown, ticketsShownElsewhere } from '../tickets/shown';
import { clockOffset, lastContact } from '../core/clock';
import { isSeen } from '../core/topWindow';
import { checkDatabaseOnReturn, followDatabase } from '../storage/memberDatabase';
import { syncState } from './freshness';
import { inOrder } from './inOrder';
import {
  type Ask,
  ASK_MS,
  type Lead,
  type LeaderMessage,
  messageSchema,
  passedOn,
  restsAt,
  startTab,
  stepTab,
  syncEventOf,
  type TabCommand,
  type TabEvent,
  type TabState,
} from './leadership';
import type { SyncEvent } from './machine';
import { followPage } from './pageEvents';
import { startState } from './state';

/**
 * Name of the member's lock and channel. Contains the version of the messages: tabs of builds with another version have
 * a separate lead.
 */
const nameOf = (uid: string) => `quantalgo-sync-1 ${uid}`;

/** The channel through which tabs share one sync; null if the browser has no locks, or denies the channel. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return 'locks' in navigator ? new BroadcastChannel(name) : null;
  } catch {
    return null;
  }
}

/** The lead among the tabs. `queue` waits for it, `steal` takes it, `release` releases it or stops waiting. */
interface Lock {
  readonly queue: () => void;
  readonly steal: () => void;
  readonly release: () => void;
}

/** The lock whose holder leads. `denied` is reported if the browser refuses locks. */
function createLock(name: string, tell: (event: 'granted' | 'robbed' | 'denied') => void): Lock {
  let wanted = new AbortController();
  const request = async (steal: boolean) => {
    wanted.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    const mine = { isHeld: false };
    const hold = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve());
        mine.isHeld = true;
        tell('granted');
      });
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal }, hold);
    } catch {
      if (!signal.aborted) tell(mine.isHeld ? 'robbed' : 'denied');
    }
  };
  return {
    queue: () => void request(false),
    steal: () => void request(true),
    release: () => wanted.abort(),
  };
}

/** A tab that showed tickets and hasn't asked for this long (ms) is gone or hidden. */
const SHOWN_FOR_MS = 3 * ASK_MS;

/** Counts the components of the asking tabs that show tickets. */
function createTally(): { readonly count: (ask: Ask) => void; readonly clear: () => void } {
  const shown = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const add = () => ticketsShownElsewhere.set([...shown.values()].reduce((a, b) => a + b, 0));
  const forget = (tab: string) => {
    clearTimeout(timers.get(tab));
    timers.delete(tab);
    shown.delete(tab);
  };
  return {
    count: ({ from, tickets }) => {
      forget(from);
      if (tickets > 0) {
        shown.set(from, tickets);
        const lapse = () => {
          forget(from);
          add();
        };
        timers.set(from, setTimeout(lapse, SHOWN_FOR_MS));
      }
      add();
    },
    clear: () => {
      for (const tab of [...shown.keys()]) forget(tab);
      add();
    },
  };
}

/** Adopts the leading tab's state of the sync. */
function believe({ standing, asOf, offset }: LeaderMessage): void {
  syncState.set(standing);
  lastContact.set(asOf);
  if (offset !== null && offset !== clockOffset.get()?.offset)
    clockOffset.set({ offset, roundTrip: Infinity });
}

const answer = (): LeaderMessage => ({
  type: 'answer',
  standing: syncState.get(),
  asOf: lastContact.get(),
  offset: clockOffset.get()?.offset ?? null,
});

/**
 * Loads the sync's code and runs it until `stopped`; never rejects. `onLoad` receives the function that passes events
 * to the sync, or null if the code couldn't be loaded, which is retried.
 */
export type LoadSync = (
  uid: string,
  stopped: AbortSignal,
  onLoad: (tell: ((event: SyncEvent) => void) | null) => void,
) => Promise<void>;

/** The sync while this tab leads or works alone. */
function createTerm(uid: string, load: LoadSync) {
  let term = new AbortController();
  let tell: ((event: SyncEvent) => void) | null = null;
  let isBroken = false;
  return {
    begin: () => {
      // This tab hasn't proven anything of another tab's state.
      syncState.set(startState(navigator.onLine));
      term = new AbortController();
      void load(uid, term.signal, (loaded) => {
        tell = loaded;
        isBroken = loaded === null;
      });
    },
    end: () => {
      tell = null;
      term.abort();
    },
    pass: (event: SyncEvent | null) => event && tell?.(event),
    /** Whether the last attempt to load its code failed. */
    isBroken: () => isBroken,
  };
}

/**
 * Timers for the state that was last passed: `onDue` when the tab begins to rest, `onCheck` at intervals while it asks.
 */
function createTimers(onDue: () => void, onCheck: () => void): (state: TabState | null) => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  let checking: ReturnType<typeof setInterval> | undefined;
  return (state) => {
    clearTimeout(due);
    const at = state && restsAt(state);
    if (at !== null) due = setTimeout(onDue, Math.max(0, at - Date.now()));
    if (state?.role === 'following' && state.hiddenSince === null)
      checking ??= setInterval(onCheck, ASK_MS);
    else {
      clearInterval(checking);
      checking = undefined;
    }
  };
}

/**
 * Runs the state machine of `leadership.ts` from `first` on: each event is one step, whose commands are passed to
 * `run` before the next event's, also where one comes meanwhile.
 */
export function createTab(
  first: TabState,
  run: (command: TabCommand, event: TabEvent) => void,
  stopped: AbortSignal,
) {
  let state = first;
  const wait = createTimers(
    () => dispatch({ type: 'tick' }),
    () => dispatch({ type: 'check' }),
  );
  const rest = () => syncState.set(startState(navigator.onLine));
  const take = (event: TabEvent) => {
    const [next, ...commands] = stepTab(state, event, Date.now());
    const isOver = next.role === 'resting' && state.role !== 'resting';
    state = next;
    wait(state);
    for (const command of commands) run(command, event);
    if (isOver) rest();
  };
  const dispatch = inOrder(take, stopped);
  stopped.addEventListener('abort', () => {
    wait(null);
    rest();
  });
  return { dispatch, role: () => state.role };
}

type Term = ReturnType<typeof createTerm>;

/** This tab's condition as the leading one, now or in future. */
function leadOf(term: Term): Lead {
  const { mode, online } = syncState.get();
  // A browser that reports offline may be wrong: `online` says whether the server was reached.
  return { seen: isSeen(), able: (navigator.onLine || online) && !term.isBroken(), mode };
}

/** The question that a following tab asks because of an event. */
const askOf = (from: string, event: TabEvent, term: Term): Ask => ({
  type: 'ask',
  from,
  seen: isSeen(),
  able: navigator.onLine && !term.isBroken(),
  passed: passedOn(event),
  tickets: ticketsShown.get(),
});

/** Another tab's message as an event of this one. A following tab also adopts the state in an answer. */
function eventOf(data: unknown, role: TabState['role'], term: Term): TabEvent {
  const message = messageSchema.safeParse(data).data;
  if (!message) return { type: 'unreadable' };
  if (message.type === 'ask') return { type: 'asked', ask: message, own: leadOf(term) };
  if (role === 'following') believe(message);
  return { type: 'answered' };
}

/**
 * Lets one of the member's tabs run the sync, loaded by `load`, and the others show its state, until `stopped`:
 * `leadership.ts` decides which one. A tab that can't share runs its own sync.
 */
export function runAmongTabs(uid: string, load: LoadSync, stopped: AbortSignal): void {
  const id = crypto.randomUUID();
  const channel = openChannel(nameOf(uid));
  const term = createTerm(uid, load);
  const tally = createTally();
  const lock = createLock(nameOf(uid), (type) =>
    tab.dispatch(type === 'denied' ? { type: 'kept', isShared: false } : { type }),
  );
  const tell = () => channel?.postMessage(answer());
  const commands: Readonly<Record<TabCommand, (event: TabEvent) => void>> = {
    ...lock,
    lead: term.begin,
    end: () => {
      term.end();
      tally.clear();
    },
    ask: (event) => channel?.postMessage(askOf(id, event, term)),
    answer: tell,
    pass: (event) => term.pass(syncEventOf(event)),
  };
  const tab = createTab(
    startTab(isSeen() ? null : Date.now(), channel !== null),
    (command, event) => commands[command](event),
    stopped,
  );
  channel?.addEventListener('message', ({ data }) => {
    const event = eventOf(data, tab.role(), term);
    if (event.type === 'asked' && tab.role() === 'leading') tally.count(event.ask);
    tab.dispatch(event);
  });
  const follows = [
    ...[syncState, lastContact, clockOffset].map(({ subscribe }) =>
      subscribe(() => tab.role() === 'leading' && tell()),
    ),
    ticketsShown.subscribe(() => tab.dispatch({ type: 'shown' })),
    followDatabase(uid, ({ kept, isReplaced }) => {
      tab.dispatch({ type: 'kept', isShared: kept && channel !== null });
      if (isReplaced) tab.dispatch({ type: 'replaced' });
    }),
  ];
  stopped.addEventListener('abort', () => {
    for (const end of follows) end();
    lock.release();
    term.end();
    tally.clear();
    channel?.close();
  });
  followPage((type) => tab.dispatch({ type }), stopped);
  checkDatabaseOnReturn(stopped);
  tab.dispatch({ type: 'began' });
}
