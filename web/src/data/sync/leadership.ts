import * as z from 'zod/mini';
import type { SyncEvent } from './machine';
import type { PageEvent } from './pageEvents';
import type { SyncStatus } from './state';

/**
 * A tab hidden for this long sends no requests and has no connections until it is visible again.
 */
export const REST_AFTER_MS = 60_000;

export const ASK_INTERVAL_MS = 2000;

/**
 * After this many unanswered requests, the leading tab is presumed suspended or hung, so its lead
 * is stolen.
 */
const MAX_UNANSWERED_REQUESTS = 3;

const forwardedSchema = z.enum(['resumed', 'woken', 'replaced']);

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
  seen: z.boolean(),
  able: z.boolean(),
  passed: z.nullable(forwardedSchema),
  tickets: z.number(),
});

export type Ask = z.infer<typeof askSchema>;

const leaderMessageSchema = z.object({
  type: z.literal('answer'),
  standing: syncStatusSchema,
  /**
   * `asOf`: last contact (epoch ms, server clock). `offset`: server clock minus device clock (ms).
   */
  asOf: z.nullable(z.number()),
  offset: z.nullable(z.number()),
});

export type LeaderMessage = z.infer<typeof leaderMessageSchema>;

/** A change to this schema requires a new channel name. See `tabs.ts`. */
export const messageSchema = z.discriminatedUnion('type', [askSchema, leaderMessageSchema]);

/**
 * `following`: shows the leading tab's state. `leading`: the only tab that streams or polls.
 * `alone`: syncs by itself, because the tabs can't share a store. `resting`: hidden for too long.
 */
export interface TabState {
  readonly role: 'resting' | 'following' | 'leading' | 'alone';
  /** Epoch ms, device clock; null while visible. */
  readonly hiddenSince: number | null;
  readonly unanswered: number;
  readonly isShared: boolean;
}

/**
 * `replaced`: a new store replaced the previous one. `shown`: the number of components that show
 * tickets changed. `granted`, `robbed`: the tab received or lost the lead. `unreadable`: a message
 * from another build. `storage`: the tabs began or ceased to share a store.
 */
export type TabEvent =
  | { readonly type: PageEvent | 'began' | 'tick' | 'check' | 'replaced' | 'shown' }
  | { readonly type: 'granted' | 'robbed' | 'answered' | 'unreadable' }
  | { readonly type: 'storage'; readonly isShared: boolean }
  | { readonly type: 'asked'; readonly ask: Ask; readonly own: Lead };

/**
 * `queue`, `steal`, `release`: handle the lock. `lead`, `end`: start and stop the sync. `ask`,
 * `answer`: message the other tabs. `pass`: forward the event to the sync.
 */
export type TabCommand = 'queue' | 'steal' | 'release' | 'lead' | 'end' | 'ask' | 'answer' | 'pass';

type TabStep = readonly [state: TabState, ...commands: TabCommand[]];

export interface Lead {
  readonly seen: boolean;
  readonly able: boolean;
  readonly mode: SyncStatus['mode'];
}

/**
 * The lead passes only to a visible tab that can sync, and only if this tab can't, or is hidden
 * without a stream. Browsers throttle hidden tabs, so those don't poll.
 */
export const shouldYield = (
  { seen: isSeen, able, mode }: Lead,
  ask: Pick<Ask, 'seen' | 'able'>,
): boolean => ask.seen && ask.able && (!able || (!isSeen && mode !== 'streaming'));

export const toForwardedEvent = ({ type }: TabEvent): Ask['passed'] =>
  forwardedSchema.safeParse(type).data ?? null;

export function toSyncEvent(event: TabEvent): SyncEvent | null {
  if (event.type === 'online' || event.type === 'offline') return { type: event.type };
  const type = event.type === 'asked' ? event.ask.passed : toForwardedEvent(event);
  return type && { type };
}

export const createTabState = (hiddenSince: number | null, isShared: boolean): TabState => ({
  role: 'resting',
  hiddenSince,
  isShared,
  unanswered: 0,
});

const EXIT_COMMANDS: Readonly<Record<TabState['role'], readonly TabCommand[]>> = {
  resting: [],
  following: ['release'],
  leading: ['end', 'release'],
  alone: ['end'],
};

const wake = (state: TabState): TabStep =>
  state.isShared
    ? [{ ...state, role: 'following', unanswered: 1 }, 'queue', 'ask']
    : [{ ...state, role: 'alone' }, 'lead'];

const rest = (state: TabState): TabStep => [
  { ...state, role: 'resting' },
  ...EXIT_COMMANDS[state.role],
];

const follow = (state: TabState): TabStep => [
  { ...state, role: 'following', unanswered: 0 },
  ...EXIT_COMMANDS[state.role],
  'queue',
];

function goAlone(state: TabState): TabStep {
  const alone = { ...state, role: 'alone' } as const;
  if (state.role === 'leading') return [alone, 'release'];
  return state.role === 'following' ? [alone, 'release', 'lead'] : [state];
}

/** Epoch ms, device clock; null if the tab already rests or is visible. */
export const getRestTime = ({ role, hiddenSince }: TabState): number | null =>
  hiddenSince === null || role === 'resting' ? null : hiddenSince + REST_AFTER_MS;

function handleReturn(state: TabState, now: number): TabStep {
  const mustRestart = state.role === 'resting' || now >= (getRestTime(state) ?? Infinity);
  const visible = { ...state, hiddenSince: null };
  if (!mustRestart) return [visible, state.role === 'following' ? 'ask' : 'pass'];
  const [resting, ...exitCommands] = rest(visible);
  const [awake, ...wakeCommands] = wake(resting);
  return [awake, ...exitCommands, ...wakeCommands];
}

function checkLead(state: TabState): TabStep {
  if (state.role !== 'following' || state.hiddenSince !== null) return [state];
  return state.unanswered >= MAX_UNANSWERED_REQUESTS
    ? [{ ...state, unanswered: 0 }, 'steal']
    : [{ ...state, unanswered: state.unanswered + 1 }, 'ask'];
}

function handleAsk(state: TabState, ask: Ask, lead: Lead): TabStep {
  if (state.role !== 'leading') return [state];
  if (shouldYield(lead, ask)) return follow(state);
  return ask.passed === null ? [state, 'answer'] : [state, 'answer', 'pass'];
}

function forwardEvent(state: TabState): TabStep {
  if (state.role === 'resting') return [state];
  return [state, state.role === 'following' ? 'ask' : 'pass'];
}

/** `now`: epoch ms, device clock. */
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
      return now >= (getRestTime(state) ?? Infinity) ? rest(state) : [state];
    case 'resumed':
    case 'woken':
      return handleReturn(state, now);
    case 'replaced':
    case 'online':
    case 'offline':
      return forwardEvent(state);
    case 'shown':
      return role === 'following' ? [state, 'ask'] : [state];
    case 'check':
      return checkLead(state);
    case 'granted':
      return role === 'following'
        ? [{ ...state, role: 'leading' }, 'lead', 'answer']
        : [state, 'release'];
    case 'robbed':
      return role === 'leading' ? follow(state) : [state];
    case 'answered':
      return [{ ...state, unanswered: 0 }];
    case 'asked':
      return handleAsk(state, event.ask, event.own);
    case 'unreadable':
      return goAlone(state);
    case 'storage':
      return event.isShared
        ? [{ ...state, isShared: true }]
        : goAlone({ ...state, isShared: false });
  }
}
