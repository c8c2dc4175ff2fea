import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Ask,
  ASK_INTERVAL_MS,
  REST_AFTER_MS,
  type Lead,
  messageSchema,
  getRestTime,
  createTabState,
  stepTab,
  toSyncEvent,
  type TabCommand,
  type TabEvent,
  type TabState,
  shouldYield,
} from '../../../src/data/sync/leadership';

const ask: Ask = {
  type: 'ask',
  from: 'other',
  seen: true,
  able: true,
  passed: null,
  tickets: 0,
};
const streaming: Lead = { seen: true, able: true, mode: 'streaming' };

/** Runs events at their times (ms) on a tab started at 0. Returns the state and all commands. */
function after(...events: [ms: number, event: TabEvent][]) {
  let state = createTabState(null, true);
  const commands: TabCommand[] = [];
  const begun: [number, TabEvent] = [0, { type: 'began' }];
  for (const [ms, event] of [begun, ...events]) {
    const [next, ...wanted] = stepTab(state, event, ms);
    state = next;
    commands.push(...wanted);
  }
  return { state, commands };
}

describe('a tab', () => {
  it('queues for the lead, asks who holds it, and leads once granted', () => {
    expect(after().commands).toEqual(['queue', 'ask']);
    const { state, commands } = after([5, { type: 'granted' }]);
    expect(state.role).toBe('leading');
    expect(commands.slice(2)).toEqual(['lead', 'answer']);
  });

  it('syncs alone if tabs can’t share a store, and rests after a minute hidden', () => {
    const [alone, ...begun] = stepTab(createTabState(null, false), { type: 'began' }, 0);
    expect([alone.role, begun]).toEqual(['alone', ['lead']]);
    const [hidden] = stepTab(alone, { type: 'hidden' }, 0);
    const [resting, ...ended] = stepTab(hidden, { type: 'tick' }, REST_AFTER_MS);
    expect([resting.role, ended]).toEqual(['resting', ['end']]);
    expect(stepTab(resting, { type: 'resumed' }, 1e6).slice(1)).toEqual(['lead']);
  });

  it('forwards other tabs’ and its own page’s events to the sync while leading', () => {
    const { commands } = after(
      [5, { type: 'granted' }],
      [6, { type: 'asked', ask, own: streaming }],
      [7, { type: 'asked', ask: { ...ask, passed: 'woken' }, own: streaming }],
      [8, { type: 'online' }],
    );
    expect(commands.slice(4)).toEqual(['answer', 'answer', 'pass', 'pass']);
  });

  it('keeps the lead when hidden for less than a minute', () => {
    const { state, commands } = after(
      [5, { type: 'granted' }],
      [10, { type: 'hidden' }],
      [10 + REST_AFTER_MS - 1, { type: 'resumed' }],
    );
    expect(state.role).toBe('leading');
    expect(commands.slice(4)).toEqual(['pass']);
    expect(toSyncEvent({ type: 'resumed' })).toEqual({ type: 'resumed' });
  });

  it('releases the lead after a minute hidden, and restarts when visible again', () => {
    const hidden = after([5, { type: 'granted' }], [10, { type: 'hidden' }]);
    expect(getRestTime(hidden.state)).toBe(10 + REST_AFTER_MS);
    const [state, ...wanted] = stepTab(hidden.state, { type: 'tick' }, 10 + REST_AFTER_MS);
    expect([state.role, wanted]).toEqual(['resting', ['end', 'release']]);
    expect(stepTab(state, { type: 'resumed' }, 1e6).slice(1)).toEqual(['queue', 'ask']);
  });

  it('restarts if the system slept through the minute', () => {
    const { commands } = after(
      [5, { type: 'granted' }],
      [10, { type: 'hidden' }],
      [10 + REST_AFTER_MS, { type: 'resumed' }],
    );
    expect(commands.slice(4)).toEqual(['end', 'release', 'queue', 'ask']);
  });

  it('releases the lead at once when the browser freezes or caches the page', () => {
    expect(after([5, { type: 'granted' }], [10, { type: 'left' }]).commands.slice(4)).toEqual([
      'end',
      'release',
    ]);
  });

  it('steals the lead from a tab that is silent for six seconds, never from one that answers', () => {
    const checks = [1, 2, 3].map((nth): [number, TabEvent] => [
      nth * ASK_INTERVAL_MS,
      { type: 'check' },
    ]);
    expect(after(...checks).commands).toEqual(['queue', 'ask', 'ask', 'ask', 'steal']);
    const withAnswers = checks.flatMap((check): [number, TabEvent][] => [
      check,
      [check[0] + 5, { type: 'answered' }],
    ]);
    expect(after(...withAnswers, ...withAnswers).commands).not.toContain('steal');
  });

  it('follows after its lead was stolen', () => {
    const { state, commands } = after([5, { type: 'granted' }], [9000, { type: 'robbed' }]);
    expect(state.role).toBe('following');
    expect(commands.slice(4)).toEqual(['end', 'release', 'queue']);
  });

  it.each(['following', 'leading'] as const)(
    'syncs alone when %s and another tab’s message is unreadable, without stealing the lead',
    (role) => {
      const before: [number, TabEvent][] = role === 'leading' ? [[5, { type: 'granted' }]] : [];
      const parted = after(...before, [10, { type: 'unreadable' }]);
      expect(parted.state.role).toBe('alone');
      expect(parted.commands.filter((one) => one === 'lead')).toHaveLength(1);
      expect(parted.commands).not.toContain('end');
      expect(parted.commands.at(role === 'leading' ? -1 : -2)).toBe('release');
      const later = after(...before, [10, { type: 'unreadable' }], [20_000, { type: 'check' }]);
      expect(later.commands).not.toContain('steal');
    },
  );

  it('syncs alone if its store is not shared, and shares again after its next rest', () => {
    const events: [number, TabEvent][] = [
      [5, { type: 'granted' }],
      [10, { type: 'storage', isShared: false }],
      [20, { type: 'storage', isShared: true }],
    ];
    const { state, commands } = after(...events);
    expect(state.role).toBe('alone');
    expect(commands).not.toContain('end');
    const rested = after(...events, [30, { type: 'left' }], [40, { type: 'resumed' }]);
    expect(rested.commands.slice(-3)).toEqual(['end', 'queue', 'ask']);
  });
});

describe('handing over the lead', () => {
  it.each<[string, Partial<Lead>, Partial<Ask>, boolean]>([
    ['stays with a visible tab that can sync', {}, {}, false],
    ['stays with a hidden tab that has the stream', { seen: false }, {}, false],
    ['leaves a hidden tab that polls', { seen: false, mode: 'polling' }, {}, true],
    ['leaves a hidden tab that is still connecting', { seen: false, mode: 'connecting' }, {}, true],
    ['leaves a tab that is offline', { able: false, mode: 'connecting' }, {}, true],
    ['stays if the other tab is offline too', { able: false }, { able: false }, false],
    ['never goes to a hidden tab', { able: false, seen: false }, { seen: false }, false],
  ])('%s', (_, own, other, yields) => {
    expect(shouldYield({ ...streaming, ...own }, { ...ask, ...other })).toBe(yields);
  });

  it('releases the lead to a tab that can sync, and queues behind it', () => {
    const own: Lead = { ...streaming, able: false };
    const { state, commands } = after([5, { type: 'granted' }], [9, { type: 'asked', ask, own }]);
    expect(state.role).toBe('following');
    expect(commands.slice(4)).toEqual(['end', 'release', 'queue']);
  });
});

describe('messageSchema', () => {
  it.each([
    [null],
    ['ask'],
    [{ type: 'of another build' }],
    [{ ...ask, able: 'yes' }],
    [{ type: 'answer', standing: { mode: 'asleep' }, asOf: null, offset: null }],
  ])('rejects %j', (message) => {
    expect(messageSchema.safeParse(message).success).toBe(false);
  });
});

/** Tabs with a browser's lock and channel. A hung tab receives nothing but keeps its lock. */
class Browser {
  readonly tabs = new Map<number, { state: TabState; hangs: boolean; works: boolean }>();
  #holder: number | null = null;
  #queue: number[] = [];
  #now = 0;

  dispatch(id: number, event: TabEvent) {
    const tab = this.tabs.get(id);
    if (!tab || tab.hangs) return;
    const [next, ...commands] = stepTab(tab.state, event, this.#now);
    tab.state = next;
    for (const command of commands) this.#run(id, command);
    this.#grant();
  }

  #run(id: number, command: TabCommand) {
    const tab = this.tabs.get(id);
    if (!tab) return;
    if (command === 'lead') {
      if (tab.works) throw new Error('Two syncs in one tab');
      tab.works = true;
    }
    if (command === 'end') tab.works = false;
    if (command === 'release') this.#letGo(id);
    if (command === 'queue') this.#queue.push(id);
    if (command === 'steal') this.#steal(id);
    if (command === 'ask') this.#ask(id);
    if (command === 'answer') this.#tell(id, { type: 'answered' });
  }

  #letGo(id: number) {
    this.#queue = this.#queue.filter((other) => other !== id);
    if (this.#holder === id) this.#holder = null;
  }

  #steal(id: number) {
    const robbed = this.#holder;
    this.#letGo(id);
    this.#holder = id;
    if (robbed !== null) this.dispatch(robbed, { type: 'robbed' });
    this.dispatch(id, { type: 'granted' });
  }

  #grant() {
    const next = this.#holder === null ? this.#queue.shift() : undefined;
    if (next === undefined) return;
    this.#holder = next;
    this.dispatch(next, { type: 'granted' });
  }

  #tell(from: number, event: TabEvent) {
    for (const id of this.tabs.keys()) if (id !== from) this.dispatch(id, event);
  }

  #ask(from: number) {
    const seen = this.tabs.get(from)?.state.hiddenSince === null;
    for (const [id, { state }] of this.tabs) {
      const own: Lead = { ...streaming, seen: state.hiddenSince === null };
      if (id !== from) this.dispatch(id, { type: 'asked', ask: { ...ask, seen }, own });
    }
  }

  open(id: number) {
    if (this.tabs.has(id)) return;
    this.tabs.set(id, { state: createTabState(null, true), hangs: false, works: false });
    this.dispatch(id, { type: 'began' });
  }

  close(id: number) {
    this.tabs.delete(id);
    this.#letGo(id);
    this.#grant();
  }

  /** Hangs or resumes a tab. A resumed tab learns about changes of its lock and that it slept. */
  hang(id: number, hangs: boolean) {
    const tab = this.tabs.get(id);
    if (!tab || tab.hangs === hangs) return;
    tab.hangs = hangs;
    if (hangs) return;
    const holds = this.#holder === id;
    if (tab.state.role === 'leading' && !holds) this.dispatch(id, { type: 'robbed' });
    if (tab.state.role === 'following' && holds) this.dispatch(id, { type: 'granted' });
    this.dispatch(id, { type: tab.state.hiddenSince === null ? 'woken' : 'tick' });
  }

  wait(ms: number) {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now += ASK_INTERVAL_MS;
      for (const id of this.tabs.keys()) {
        this.dispatch(id, { type: 'check' });
        this.dispatch(id, { type: 'tick' });
      }
    }
  }

  /** Running tabs that are queued for the lead without following, or queued twice. */
  strays(): number[] {
    return this.#queue.filter((id, at) => {
      const { state, hangs } = this.tabs.get(id) ?? {
        state: createTabState(null, true),
        hangs: false,
      };
      return !hangs && (state.role !== 'following' || this.#queue.indexOf(id) !== at);
    });
  }

  /** Running tabs that have a sync. */
  workers(): TabState[] {
    return [...this.tabs.values()]
      .filter(({ works, hangs }) => works && !hangs)
      .map(({ state }) => state);
  }
}

const happening = fc.record({
  id: fc.nat(3),
  what: fc.constantFrom('open', 'close', 'hidden', 'resumed', 'left', 'hang', 'run'),
  wait: fc.constantFrom(0, ASK_INTERVAL_MS, 4 * ASK_INTERVAL_MS, REST_AFTER_MS + ASK_INTERVAL_MS),
});

describe('four tabs under random events', () => {
  it('run at most one sync, and exactly one after a tab was visible for ten seconds', () => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 20, maxLength: 40 }), (happenings) => {
        const browser = new Browser();
        for (let id = 0; id < 4; id += 1) browser.open(id);
        for (const { id, what, wait } of happenings) {
          if (what === 'open') browser.open(id);
          else if (what === 'close') browser.close(id);
          else if (what === 'hang' || what === 'run') browser.hang(id, what === 'hang');
          else browser.dispatch(id, { type: what });
          const before = browser.workers();
          browser.wait(wait);
          if (browser.strays().length > 0) throw new Error('A tab waits for nothing');
          for (const workers of [before, browser.workers()]) {
            if (workers.length > 1) throw new Error('Two tabs work');
            if (workers.some(({ role }) => role !== 'leading')) throw new Error('None leads');
          }
        }
        browser.wait(10_000);
        const isLookedAt = [...browser.tabs.values()].some(
          ({ state, hangs }) => !hangs && state.hiddenSince === null,
        );
        if (isLookedAt) expect(browser.workers()).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});
