import * as z from 'zod/mini';
import type { SyncEvent } from './machine';
import type { PageEvent } from './pageEvents';
import type { SyncStatus } from './state';

/** A tab hidden for this long (ms) rests: it sends no requests and holds no connections until it is visible again. */
export const HIDDEN_FOR_MS = 60_000;

/** A visible following tab asks the leading tab for its state this often (ms). */
export const ASK_MS = 2000;

/** Unanswered questions after which the lead is taken from a tab that is suspended or hangs. */
const PATIENCE = 3;

const passedOnSchema = z.enum(['resumed', 'woken', 'replaced']);

const syncStatusSchema: z.ZodMiniType<SyncStatus> = z.object({
  mode: z.enum(['idle', 'blocked', 'connecting', 'streaming', 'polling']),
  online: z.boolean(),
  since: z.number(),
  failures: z.number(),
  pollFailing: z.boolean(),
  heartbeat: z.nullable(z.number()),
  whole: z.boolean(),
});

const askSchema = z.object({
  type: z.literal('ask'),
  from: z.string(),
  /** Whether the tab is visible, and whether it could lead. */
  seen: z.boolean(),
  able: z.boolean(),
  /** An event of this tab that may concern the stream, for the leading tab to handle. */
  passed: z.nullable(passedOnSchema),
  /** Number of its components that show tickets. */
  tickets: z.number(),
});

/** The question of a following tab. */
export type Ask = z.infer<typeof askSchema>;

const leaderMessageSchema = z.object({
  type: z.literal('answer'),
  standing: syncStatusSchema,
  /** The last contact (epoch ms, server clock), and how far the server's clock is ahead of the device's (ms). */
  asOf: z.nullable(z.number()),
  offset: z.nullable(z.number()),
});

/** The answer of the leading tab. */
export type LeaderMessage = z.infer<typeof leaderMessageSchema>;

/** Messages between tabs. Whoever changes the schema has to rename the channel: see `tabs.ts`. */
export const messageSchema = z.discriminatedUnion('type', [askSchema, leaderMessageSchema]);

/**
 * The role of a tab among the member's tabs. `following`: waits for the lead and shows the leading tab's state;
 * `leading`: the only one that has the stream, or polls; `alone`: has a stream or polls beside others, as they can't
 * share; `resting`: hidden for too long.
 */
export interface TabState {
  readonly role: 'resting' | 'following' | 'leading' | 'alone';
  /** When it was hidden (epoch ms, device clock); null while it is visible. */
  readonly hiddenSince: number | null;
  /** Consecutive questions without an answer. */
  readonly unanswered: number;
  /** Whether it can share: the browser has locks and channels, and the tabs have a common store. */
  readonly isShared: boolean;
}

/**
 * Events of a tab. `replaced`: a new store took the place of the old one; `shown`: the number of its components that
 * show tickets changed; `granted`, `robbed`: it received the lead, or lost it to another tab; `unreadable`: this build
 * can't read another tab's message; `kept`: says whether the tabs have a common store now.
 */
export type TabEvent =
  | { readonly type: PageEvent | 'began' | 'tick' | 'check' | 'replaced' | 'shown' }
  | { readonly type: 'granted' | 'robbed' | 'answered' | 'unreadable' }
  | { readonly type: 'kept'; readonly isShared: boolean }
  | { readonly type: 'asked'; readonly ask: Ask; readonly own: Lead };

/**
 * Commands of a step. `queue`, `steal`, `release`: wait for the lead, take it, release it; `lead`, `end`: start and
 * stop the sync; `ask`, `answer`: message the other tabs; `pass`: pass the event to the sync.
 */
export type TabCommand = 'queue' | 'steal' | 'release' | 'lead' | 'end' | 'ask' | 'answer' | 'pass';

type TabStep = readonly [state: TabState, ...commands: TabCommand[]];

/** The leading tab's own condition: whether it is visible, whether it is able to sync, and the sync's mode. */
export interface Lead {
  readonly seen: boolean;
  readonly able: boolean;
  readonly mode: SyncStatus['mode'];
}

/**
 * Whether the leading tab yields to one that asks: only to a visible and able one, and only if it isn't able itself, or
 * is hidden and has no stream to lose. Browsers throttle hidden tabs, which don't poll.
 */
export const yieldsTo = ({ seen, able, mode }: Lead, ask: Pick<Ask, 'seen' | 'able'>): boolean =>
  ask.seen && ask.able && (!able || (!seen && mode !== 'streaming'));

/** The part of an event that the leading tab should handle; null if there is none. */
export const passedOn = ({ type }: TabEvent): Ask['passed'] =>
  passedOnSchema.safeParse(type).data ?? null;

/** An event of the leading tab, as one of its sync; null if it doesn't concern the sync. */
export function syncEventOf(event: TabEvent): SyncEvent | null {
  if (event.type === 'online' || event.type === 'offline') return { type: event.type };
  const type = event.type === 'asked' ? event.ask.passed : passedOn(event);
  return type && { type };
}

/** The initial state of a tab. `hiddenSince`, `isShared`: see {@link TabState}. */
export const startTab = (hiddenSince: number | null, isShared: boolean): TabState => ({
  role: 'resting',
  hiddenSince,
  isShared,
  unanswered: 0,
});

/** Commands for giving up a role. */
const LEAVING: Readonly<Record<TabState['role'], readonly TabCommand[]>> = {
  resting: [],
  following: ['release'],
  leading: ['end', 'release'],
  alone: ['end'],
};

const wake = (state: TabState): TabStep =>
  state.isShared
    ? [{ ...state, role: 'following', unanswered: 1 }, 'queue', 'ask']
    : [{ ...state, role: 'alone' }, 'lead'];

const rest = (state: TabState): TabStep => [{ ...state, role: 'resting' }, ...LEAVING[state.role]];

/** Gives up the lead and follows. */
const follow = (state: TabState): TabStep => [
  { ...state, role: 'following', unanswered: 0 },
  ...LEAVING[state.role],
  'queue',
];

/** Makes the tab work separately from the others; a leading tab continues its sync, but only for itself. */
function part(state: TabState): TabStep {
  const alone = { ...state, role: 'alone' } as const;
  if (state.role === 'leading') return [alone, 'release'];
  return state.role === 'following' ? [alone, 'release', 'lead'] : [state];
}

/** When (epoch ms, device clock) the tab begins to rest; null if it already rests, or is visible. */
export const restsAt = ({ role, hiddenSince }: TabState): number | null =>
  hiddenSince === null || role === 'resting' ? null : hiddenSince + HIDDEN_FOR_MS;

/** The tab is visible again, or noticed that the device slept. After too long an absence it starts afresh. */
function seen(state: TabState, now: number): TabStep {
  const isOver = state.role === 'resting' || now >= (restsAt(state) ?? Infinity);
  const shown = { ...state, hiddenSince: null };
  if (!isOver) return [shown, state.role === 'following' ? 'ask' : 'pass'];
  const [rested, ...left] = rest(shown);
  const [woken, ...begun] = wake(rested);
  return [woken, ...left, ...begun];
}

function look(state: TabState): TabStep {
  if (state.role !== 'following' || state.hiddenSince !== null) return [state];
  return state.unanswered >= PATIENCE
    ? [{ ...state, unanswered: 0 }, 'steal']
    : [{ ...state, unanswered: state.unanswered + 1 }, 'ask'];
}

function asked(state: TabState, ask: Ask, own: Lead): TabStep {
  if (state.role !== 'leading') return [state];
  if (yieldsTo(own, ask)) return follow(state);
  return ask.passed === null ? [state, 'answer'] : [state, 'answer', 'pass'];
}

/** Passes an event on, unless the tab rests. */
function told(state: TabState): TabStep {
  if (state.role === 'resting') return [state];
  return [state, state.role === 'following' ? 'ask' : 'pass'];
}

/** The tab's state after an event at `now` (epoch ms, device clock), and the commands to run. */
export function stepTab(state: TabState, event: TabEvent, now: number): TabStep {
  const { role } = state;
  switch (event.type) {
    case 'began':
      return wake(state);
    case 'hidden':
      return [{ ...state, hiddenSince: state.hiddenSince ?? now }];
    case 'left':
      return rest({ ...state, hiddenSince: state.hiddenSince ?? now });
    case 'tick':
      return now >= (restsAt(state) ?? Infinity) ? rest(state) : [state];
    case 'resumed':
    case 'woken':
      return seen(state, now);
    case 'replaced':
    case 'online':
    case 'offline':
      return told(state);
    case 'shown':
      return role === 'following' ? [state, 'ask'] : [state];
    case 'check':
      return look(state);
    case 'granted':
      return role === 'following'
        ? [{ ...state, role: 'leading' }, 'lead', 'answer']
        : [state, 'release'];
    case 'robbed':
      return role === 'leading' ? follow(state) : [state];
    case 'answered':
      return [{ ...state, unanswered: 0 }];
    case 'asked':
      return asked(state, event.ask, event.own);
    case 'unreadable':
      return part(state);
    case 'kept':
      return event.isShared ? [{ ...state, isShared: true }] : part({ ...state, isShared: false });
  }
}
